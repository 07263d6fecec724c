import { createInterface } from 'node:readline';
import { setTimeout as delay } from 'node:timers/promises';

/** A page that has not come by then does not come. */
const PATIENCE_MS = 60_000;

/**
 * The contestant's side of run-contestant.js. `open(job)` gives `{ readAll(pages, answer), close() }`, where `answer` is to be
 * called with `{ name, ms, text }` or `{ name, ms, error }` as each page is done.
 */
export async function contestant(open) {
  const lines = createInterface({ input: process.stdin })[Symbol.asyncIterator]();
  const job = JSON.parse((await lines.next()).value);
  const say = process.stdout.write.bind(process.stdout);
  const { readAll, close } = await open(job);
  await readAll([job.warmUp], () => {});
  say('ready\n');
  await lines.next();
  await readAll(job.pages, ({ name, ...rest }) => say(`${JSON.stringify({ name, ...rest })}\n`));
  await close();
  process.exit(0);
}

/** A `readAll` for a reader of single pages: a few at a time, each timed. */
export function fewAtATime(read, concurrency) {
  return async (pages, answer) => {
    const queue = [...pages];
    const lane = async () => {
      for (let page = queue.shift(); page !== undefined; page = queue.shift()) {
        const started = performance.now();
        const outcome = await Promise.race([read(page), tooLong()]).then(
          (text) => ({ text }),
          (error) => ({ error: String(error?.message ?? error) }),
        );
        answer({ name: page.name, ms: performance.now() - started, ...outcome });
      }
    };
    await Promise.all(Array.from({ length: concurrency }, lane));
  };
}

async function tooLong() {
  await delay(PATIENCE_MS, undefined, { ref: false });
  throw new Error(`no answer in ${PATIENCE_MS / 1_000} s`);
}
