import { setTimeout } from 'node:timers/promises';
import { SAFE_HEADERS } from '../serve/answer.js';
import { listen } from '../serve/http-server.js';

/** What stands in the page only once its program has fetched it. */
export const TRIAL_WORDS = 'the last row of the table';

const PAGE = `<!doctype html><html lang="en"><title>Trial</title><main id="app" aria-busy="true"></main><script>
setTimeout(async () => {
  const rows = await (await fetch('rows')).json();
  const main = document.getElementById('app');
  for (const row of rows) main.appendChild(document.createElement('p')).textContent = row;
  main.removeAttribute('aria-busy');
}, 20);
</script></html>`;
const ROWS = [
  ...Array.from({ length: 200 }, (_, index) => `This is row ${index} of what a page fetches.`),
  TRIAL_WORDS,
];

/** As servers take: while a page waits for it, others can be read. */
const SERVER_MS = 200;

export interface TrialPage {
  readonly url: string;
  /** As the guard's policy allows it. */
  readonly host: string;
  close(): Promise<void>;
}

/**
 * Serves on loopback a page like those that need a browser: its text is fetched by a program.
 *
 * @throws UsageError `LISTEN_FAILED`
 */
export async function serveTrialPage(): Promise<TrialPage> {
  const [page, rows] = [answer('text/html', PAGE), answer('application/json', JSON.stringify(ROWS))];
  const server = await listen({
    host: '127.0.0.1',
    port: 0,
    respond: async ({ url }, signal) => {
      if (url !== '/rows') return page;
      await setTimeout(SERVER_MS, undefined, { signal });
      return rows;
    },
    onAnswered: () => undefined,
  });
  const host = `127.0.0.1:${server.port}`;
  return { url: `http://${host}/`, host, close: () => server.close(0) };
}

function answer(mediaType: string, body: string) {
  // Its program must run, which an answer of the server's own may not.
  const { 'content-security-policy': _, ...headers } = SAFE_HEADERS;
  return { status: 200, headers: { ...headers, 'content-type': `${mediaType}; charset=utf-8` }, body };
}
