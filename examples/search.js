// `node examples/search.js`: a search as a model sees it, the first page found, a block and what comes after it. Asks engines
// on this machine that answer as the real ones do. `node examples/search.js --web tide tables` asks the real DuckDuckGo.
import { createGuard, duckDuckGo, firstOf, HttpReader, tavily, webFetch, webSearch } from 'pageward';
import { startSearchSite } from '../fixtures/search-site/server.js';

const [mode, ...words] = process.argv.slice(2);
if (mode === '--web') await searchAndRead(duckDuckGo(), new HttpReader(), words.join(' '));
else await showAll();

async function showAll() {
  let busy = false;
  const site = await startSearchSite({ isBusy: () => busy });
  // The engines are on loopback, which the guard refuses; this opens one port of it and nothing else.
  const guard = createGuard({ allowPrivate: [site.host] });
  const reader = new HttpReader({ guard });
  const free = duckDuckGo({ reader, endpoints: [`${site.origin}/html/`], pace: { spacingMs: 100 } });
  const keyed = tavily({ apiKey: 'of-the-stand-in', endpoint: `${site.origin}/api`, guard });
  try {
    await searchAndRead(free, reader, 'tide tables');

    busy = true;
    heading('An engine that has had enough of us is an error, and not an empty list');
    console.log((await webSearch(free).run({ query: 'tide tables' })).text);

    heading('firstOf(duckDuckGo(), tavily()) asks the next one');
    const both = webSearch(firstOf(free, keyed));
    console.log((await both.run({ query: 'tide tables', max_results: 1, time_range: 'y' })).text);
  } finally {
    await Promise.all([reader.close(), keyed.close(), site.close()]);
  }
}

async function searchAndRead(backend, reader, query) {
  heading(`The web is searched for "${query}"`);
  const search = webSearch(backend);
  const found = await search.run({ query, max_results: 2 });
  console.log(found.text);
  const [best] = found.isError ? [] : found.data.results;
  if (best === undefined) return;
  heading(`${best.url} is read`);
  console.log((await webFetch(reader, { maxChars: 500 }).run({ url: best.url })).text);
}

function heading(text) {
  console.log(`\n=== ${text}\n`);
}
