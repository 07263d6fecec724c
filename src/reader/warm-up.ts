import { DOM_JOBS } from './dom-jobs.js';

/** After so many small pages, reading one takes a tenth of what the first took; more makes it little quicker. */
const ROUNDS = 10;

/** Something of everything that pages have. */
const PAGE =
  new TextEncoder().encode(`<!doctype html><html lang="en"><head><meta charset="utf-8"><title>A page – Site</title>
<meta name="description" content="What it is about"><link rel="canonical" href="/page"></head><body>
<header><nav class="menu"><ul><li><a href="/">Home</a></li><li><a href="/other">Other</a></li></ul></nav></header>
<main><article id="content"><h1>A page</h1>
<p class="text">${'Some words of a paragraph, with commas, that is long enough to be taken for content by whoever counts. '.repeat(3)}</p>
<p>Words with a <a href="/link">link</a>, <em>emphasis</em>, <strong>weight</strong>, <code>code_span</code> &amp; more<br>lines.</p>
<h2>A list</h2><ul><li>One item</li><li>Another, with <b>more</b></li></ul><ol><li>First</li><li>Second</li></ol>
<blockquote><p>Somebody said so.</p></blockquote><pre><code class="language-js">const value = 1;</code></pre>
<table><thead><tr><th>Name</th><th>Value</th></tr></thead><tbody><tr><td>one</td><td>1</td></tr></tbody></table>
<figure><img src="/image.png" srcset="/large.png 2x" alt="An image"><figcaption>A caption</figcaption></figure>
<p style="display:none">Words that nobody sees.</p></article></main><footer><p>The end</p></footer></body></html>`);

/**
 * Reads a small page over and over for as long as nothing else is to be done: what a thread does for the first time takes
 * it ten times as long. A read that comes meanwhile waits for one round; so each does little that is new, and reads a
 * little more of the page than the one before.
 */
export async function warmUp(isIdle: () => boolean): Promise<void> {
  for (let round = 0; round < ROUNDS; round += 1) {
    // Where a message that has come is seen.
    await new Promise<void>((resolve) => setImmediate(resolve));
    if (!isIdle()) return;
    const body = PAGE.subarray(0, (PAGE.length * (round + 1)) / ROUNDS);
    await DOM_JOBS.html({ body, url: 'https://example.com/page' });
  }
}
