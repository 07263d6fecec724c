// The whole gallery, read by Pageward and by its peers on the same browser binary: how many pages came back complete, how
// many texts have hidden injections, walls or chat widgets in them, how long it took, how much memory the process tree had.
// `node bench/gallery-peers.js [rounds] [concurrency] [names]`
//
// Peers are installed (npm, PyPI) into a folder under the temporary one, with no install scripts and no browsers, and run
// in a network namespace in which nothing but loopback exists: what they and their browser want from elsewhere stays here.
import { fileURLToPath } from 'node:url';
import { locateBrowser } from '../dist/browser/locate.js';
import { exhibits } from '../fixtures/site/gallery.js';
import { startGallery } from '../fixtures/site/server.js';
import { blocksOf, isComplete, isPolluted } from './gallery-peers/completeness.js';
import { contestantsOf } from './gallery-peers/contestants.js';
import { installPeers } from './gallery-peers/install.js';
import { report } from './gallery-peers/report.js';
import { runContestant } from './gallery-peers/run-contestant.js';
import { runAgainOnLoopbackOnly } from './loopback-only.js';

const [rounds, concurrency] = [Number(process.argv[2] ?? 1), Number(process.argv[3] ?? 1)];

if (process.env.GALLERY_PEERS === undefined) {
  const peers = installPeers((await locateBrowser()).path);
  runAgainOnLoopbackOnly(fileURLToPath(import.meta.url), { GALLERY_PEERS: JSON.stringify(peers) });
}

const peers = JSON.parse(process.env.GALLERY_PEERS);
const contestants = contestantsOf(peers);
const wanted = process.argv[4]?.split(',') ?? Object.keys(contestants);

const site = await startGallery();
const gallery = exhibits();
const pages = gallery.map(({ name, path, text, shown, options, reader }) => {
  return { name, url: `${site.origin}${path}`, options, reader, shown: shown ?? { text: blocksOf(text).at(-1) } };
});
const warmUp = { ...pages.find(({ url }) => url.endsWith('/details.html')), name: 'warm-up' };

const results = Object.fromEntries(
  wanted.map((name) => [name, { totals: [], peaks: [], faults: new Map(), polluted: new Set(), ms: new Map() }]),
);
for (let round = 0; round < rounds; round += 1) {
  for (const name of wanted) {
    const { totalMs, peakMb, answers } = await runContestant(contestants[name], {
      job: { pages, warmUp, concurrency, hosts: site.hosts, ...peers },
      env: peers.env,
    });
    const result = results[name];
    result.totals.push(totalMs);
    result.peaks.push(peakMb);
    for (const { name: page, text, never } of gallery) {
      const answer = answers.get(page);
      result.ms.set(page, Math.round(answer?.ms ?? 0));
      if (isPolluted(never, answer?.text ?? '')) result.polluted.add(page);
      if (!isComplete(text, answer?.text ?? '')) result.faults.set(page, answer?.error ?? 'incomplete');
    }
  }
}
await site.close();

report(gallery, { results, rounds, concurrency });
