import { existsSync, readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, it } from 'vitest';

const root = path.join(import.meta.dirname, '../..');
const top = readdirSync(root).filter((file) => file.endsWith('.md'));
const docs = readdirSync(path.join(root, 'docs'), { recursive: true, encoding: 'utf8' }).filter(
  // The reference, which `npm run docs` makes.
  (file) => !file.startsWith('api'),
);
const pages = [...top, ...docs.filter((file) => file.endsWith('.md')).map((file) => path.posix.join('docs', file))];

/** Links to files of the project, without their fragments. */
function linksOf(markdown: string): string[] {
  const targets = [...markdown.matchAll(/\]\(<?([^)\s>]+)>?\)/g)].map(([, target = '']) => target);
  return targets.filter((target) => !/^(?:[a-z]+:|#)/.test(target)).map((target) => target.replace(/#.*/, ''));
}

describe('the links of the documentation', () => {
  it('are many', () => {
    expect(pages.length).toBeGreaterThan(30);
  });

  it.each(pages)('%s: lead to files that there are', (page) => {
    const links = linksOf(readFileSync(path.join(root, page), 'utf8'));
    const missing = links.filter((link) => !existsSync(path.join(root, path.dirname(page), link)));
    expect(missing).toEqual([]);
  });

  it('lead from the README to every page of docs/', () => {
    const readme = linksOf(readFileSync(path.join(root, 'README.md'), 'utf8'));
    const unlinked = pages.filter((page) => /^docs\/[^/]+$/.test(page) && !readme.includes(page));
    // Those that another page leads to.
    expect(unlinked).toEqual(['docs/crawl-frontier.md', 'docs/guard-rows.md']);
  });
});
