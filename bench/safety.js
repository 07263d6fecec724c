// What a hostile page makes each reader ask inside: how many ways in of those in bench/safety/attacks.js lead there, and in
// how many the reader hands what is inside to its caller. `node bench/safety.js [names]`
//
// Runs in a network namespace in which nothing but loopback and an interface that leads nowhere exist. The attack pages are on one port there and the inside on another,
// since nothing else is: Pageward is told to let the first through. The others are given their defaults.
import { fileURLToPath } from 'node:url';
import { locateBrowser } from '../dist/browser/locate.js';
import { contestantsOf } from './gallery-peers/contestants.js';
import { installPeers } from './gallery-peers/install.js';
import { runContestant } from './gallery-peers/run-contestant.js';
import { runAgainOnLoopbackOnly } from './loopback-only.js';
import { ATTACKS } from './safety/attacks.js';
import { SECRET, startRange } from './safety/range.js';

/** What is on its way when the last page has been read. */
const LATE_MS = 1_000;

if (process.env.SAFETY_PEERS === undefined) {
  const peers = installPeers((await locateBrowser()).path);
  runAgainOnLoopbackOnly(fileURLToPath(import.meta.url), { SAFETY_PEERS: JSON.stringify(peers) });
}

const peers = JSON.parse(process.env.SAFETY_PEERS);
const { session: _, floor, ...others } = contestantsOf(peers);
const contestants = { pageward: others.pageward, 'bare Playwright': floor, 'context.route': routeGuard(), ...others };
const wanted = process.argv[2]?.split(',') ?? Object.keys(contestants);
const range = await startRange();
const shown = "document.readyState === 'complete'";
const asked = { options: {}, reader: {}, shown };
const pages = ATTACKS.map(({ id }) => ({ name: id, url: `${range.origin}/${id}`, ...asked }));
const warmUp = { name: 'warm-up', url: `${range.origin}/`, ...asked };

/** A guard as it is most often written. */
function routeGuard() {
  return [process.execPath, fileURLToPath(new URL('safety/route-guard.js', import.meta.url))];
}

const rows = [];
for (const name of wanted) {
  const { answers } = await runContestant(contestants[name], {
    job: { pages, warmUp, concurrency: 1, hosts: [range.host], ...peers },
    env: peers.env,
  });
  await new Promise((resolve) => setTimeout(resolve, LATE_MS));
  const reached = range.reached();
  const readBack = ATTACKS.filter(({ id }) => answers.get(id)?.text?.includes(`${SECRET}${id}`)).map(({ id }) => id);
  rows.push({ name, reached: ATTACKS.map(({ id }) => id).filter((id) => reached.has(id)), readBack });
}
await range.close();

console.log(`\n${ATTACKS.length} ways in, by reader:\n`);
console.log('| reader | reached inside | read back | by |');
console.log('| --- | --- | --- | --- |');
for (const { name, reached, readBack } of rows) {
  console.log(`| ${name} | ${reached.length} | ${readBack.length} | ${reached.join(', ') || '–'} |`);
}
if (process.argv.includes('--json')) console.log(JSON.stringify(rows));
