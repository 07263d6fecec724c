import type { IncomingMessage } from 'node:http';
import type { Answer } from '../../../support/http-server.js';

/** Where a page finds the canary, and itself. */
export interface Target {
  readonly http: string;
  readonly https: string;
  readonly ws: string;
  readonly wss: string;
  /** `127.0.0.1:PORT` */
  readonly host: string;
  readonly tlsHost: string;
  readonly port: number;
  readonly tlsPort: number;
  /** What the guard's record says of a tunnel to the HTTP listener, of which it knows only the origin. */
  readonly tunnel: string;
  /** The same of the TLS listener. */
  readonly tlsTunnel: string;
  /** Path below which the scenario's own pages lie. */
  readonly here: string;
  /** A neighbour, and a host far away. */
  readonly lan: string;
  readonly far: string;
}

export type PageAnswer = Answer | string | ((request: IncomingMessage) => Answer | string);

/** One attack page and what must come of it. */
export interface Scenario {
  /** Row of the table of attacks; several scenarios may share one. */
  readonly row: number;
  readonly id: string;
  /** What the page does: the test is named after it. */
  readonly does: string;
  /** The document is `''`; other keys are paths below it. */
  pages(target: Target): Readonly<Record<string, PageAnswer>>;
  /** The read itself is refused, with this code, instead of giving a page. */
  readonly refused?: 'REFUSED_ADDRESS' | 'REFUSED_SCHEME';
  /** What must stand in the guard's record, so that the page is known to have tried; where it has teeth. */
  tries?(target: Target): readonly string[];
  /** The attempts come when the page goes away: after its result. */
  readonly atUnload?: true;
  /** Served over TLS, as a secure context. */
  readonly secure?: true;
  /** How long the page is given (default 1 200). */
  readonly waitMs?: number;
  /** Which browser reaches the canary with the guard's check off: `C` full Chromium, `H` headless shell. */
  readonly teeth: 'CH' | 'C' | '';
}

export function redirect(status: number, location: string): Answer {
  return { status, headers: { location } };
}

export function script(code: string): string {
  return `<!doctype html><body>The page itself.<script>${code}</script>`;
}

export function body(markup: string): string {
  return `<!doctype html><body>The page itself.${markup}`;
}

export function javascript(code: string): Answer {
  return { headers: { 'content-type': 'text/javascript', 'service-worker-allowed': '/' }, body: code };
}

/** JavaScript source of a URL whose content is `code`. */
export function blobUrl(code: string, type = 'text/javascript'): string {
  return `URL.createObjectURL(new Blob([${JSON.stringify(code)}], { type: '${type}' }))`;
}
