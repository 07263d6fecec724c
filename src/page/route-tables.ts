import { LIMITS } from '../base/limits.js';
import { resolveWebUrl } from './base-url.js';
import type { PageLink } from './page.js';

/**
 * The paths in the tables of the router that a page runs, a line each, without those that have a part to be filled in:
 * Next's pages, Vue Router (and so Nuxt), React Router and Remix as frameworks, TanStack Router.
 *
 * Sent to browser pages as text, into the page's own world, since programs leave their tables where only they see them. It
 * reads what stands there and calls nothing of the page's.
 */
export function routeTables(): string {
  const ENTRIES_MAX = 2_000;
  const APPS_MAX = 20;
  /** Parameters, wildcards and optional parts, as the one or the other writes them. */
  const FILLED_IN = /[[\]:*(){}$?|\\\n]/;
  /** What Next builds beside its pages. */
  const NO_PAGE = /^\/(?:_|api(?:\/|$)|(?:404|500)$|next\/dist\/)/;
  type Table = { readonly base: string; readonly paths: readonly string[] };
  const tables = [nextPages(), ...vueRoutes(), reactRoutes(), tanstackRoutes()];
  const places = new Set<string>();
  for (const table of tables) {
    for (const path of table?.paths ?? []) {
      if (!FILLED_IN.test(path)) places.add(`${table?.base.replace(/\/$/, '')}/${path.replace(/^\/+|\/+$/g, '')}`);
    }
  }
  return [...places].slice(0, ENTRIES_MAX).join('\n');

  /** Follows properties as they stand, by no getter. */
  function at(holder: unknown, ...names: readonly string[]): unknown {
    let value = holder;
    for (const name of names) {
      if ((typeof value !== 'object' || value === null) && typeof value !== 'function') return undefined;
      value = Object.getOwnPropertyDescriptor(value, name)?.value;
    }
    return value;
  }

  function textAt(holder: unknown, ...names: readonly string[]): string | undefined {
    const value = at(holder, ...names);
    return typeof value === 'string' ? value : undefined;
  }

  function listAt(holder: unknown, ...names: readonly string[]): readonly unknown[] {
    const value = at(holder, ...names);
    return Array.isArray(value) ? value.slice(0, ENTRIES_MAX) : [];
  }

  function keysAt(holder: unknown, ...names: readonly string[]): readonly string[] {
    const value = at(holder, ...names);
    return typeof value === 'object' && value !== null ? Object.keys(value).slice(0, ENTRIES_MAX) : [];
  }

  /** Where its pages begin, it says nowhere: what is before the page that is shown. */
  function nextPages(): Table | undefined {
    const pages = listAt(globalThis, '__BUILD_MANIFEST', 'sortedPages');
    const shown = textAt(globalThis, '__NEXT_DATA__', 'page');
    if (pages.length === 0 || shown === undefined || shown.includes('[...') || NO_PAGE.test(shown)) return undefined;
    const segments = location.pathname.split('/').filter((segment) => segment !== '');
    const own = shown.split('/').filter((segment) => segment !== '');
    const base = segments.slice(0, Math.max(0, segments.length - own.length));
    const paths = pages.filter((page): page is string => typeof page === 'string' && !NO_PAGE.test(page));
    return { base: `/${base.join('/')}`, paths };
  }

  function vueRoutes(): Table[] {
    const roots = [...document.querySelectorAll('body > *, [data-v-app]')].slice(0, APPS_MAX);
    return roots.flatMap((root) => {
      const router = at(root, '__vue_app__', '_context', 'config', 'globalProperties', '$router');
      const old = at(root, '__vue__', '$root', '$options', 'router');
      const oldBase = textAt(old, 'mode') === 'hash' ? `${location.pathname}#` : textAt(old, 'history', 'base');
      const base = textAt(router, 'options', 'history', 'base') ?? oldBase;
      const routes = listAt(router ?? old, 'options', 'routes');
      return base === undefined || routes.length === 0 ? [] : [{ base, paths: pathsBelow(routes) }];
    });
  }

  function pathsBelow(routes: readonly unknown[]): string[] {
    const paths: string[] = [];
    const pending = [{ routes, above: '' }];
    for (let left = ENTRIES_MAX, next = pending.shift(); next !== undefined && left > 0; next = pending.shift()) {
      for (const route of next.routes) {
        left -= 1;
        const written = textAt(route, 'path') ?? '';
        const path = written.startsWith('/') ? written : `${next.above}/${written}`;
        // What redirects is another's name, and what shows nothing of its own only holds others.
        if (at(route, 'component') !== undefined || at(route, 'components') !== undefined) paths.push(path);
        pending.push({ routes: listAt(route, 'children'), above: path.replace(/\/$/, '') });
      }
    }
    return paths;
  }

  /** Of the framework: what a program of its own makes of the library, it keeps to itself. */
  function reactRoutes(): Table | undefined {
    const name = at(globalThis, '__reactRouterManifest') === undefined ? '__remixManifest' : '__reactRouterManifest';
    const context = name === '__remixManifest' ? '__remixContext' : '__reactRouterContext';
    const ids = keysAt(globalThis, name, 'routes');
    if (ids.length === 0) return undefined;
    const pathOf = (id: string): string => {
      let path = '';
      let above: string | undefined = id;
      for (let depth = 0; above !== undefined && depth < APPS_MAX; depth += 1) {
        const own = textAt(globalThis, name, 'routes', above, 'path') ?? '';
        if (own !== '') path = `${own}${path === '' ? '' : `/${path}`}`;
        above = textAt(globalThis, name, 'routes', above, 'parentId');
      }
      return path;
    };
    return { base: textAt(globalThis, context, 'basename') ?? '/', paths: ids.map(pathOf) };
  }

  function tanstackRoutes(): Table | undefined {
    const paths = keysAt(globalThis, '__TSR_ROUTER__', 'routesByPath');
    return { base: textAt(globalThis, '__TSR_ROUTER__', 'basepath') ?? '/', paths };
  }
}

/** The addresses that a page's router knows, of what {@link routeTables} gave for the page at `url`; its own left out. */
export function routesFrom(tables: string, url: string): string[] {
  const routes = new Set<string>();
  for (const path of tables.split('\n')) {
    const route = path === '' ? undefined : resolveWebUrl(path, url);
    // A page could make its tables say anything.
    if (route !== undefined && route !== url && new URL(route).origin === new URL(url).origin) routes.add(route);
    if (routes.size >= LIMITS.routes) break;
  }
  return [...routes];
}

/** A page's links, and after them the routes that none of them leads to. */
export function withRoutes(links: readonly PageLink[], routes: readonly string[]): readonly PageLink[] {
  const left = new Map(routes.map((url) => [withoutSlash(url), url]));
  if (left.size === 0) return links;
  for (const { url } of links) left.delete(withoutSlash(url));
  return [...links, ...[...left.values()].map((url) => ({ url, text: '', kind: 'route' as const }))];
}

function withoutSlash(url: string): string {
  return url.endsWith('/') ? url.slice(0, -1) : url;
}
