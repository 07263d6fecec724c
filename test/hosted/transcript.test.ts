import { describe, expect, it } from 'vitest';
import { citations, sources, type Transcript } from '#src/hosted/transcript.js';
import { answer, events, finding } from '../support/hosted-fixtures.js';

const GRID = 'https://energy.example/grid/2026';
const STORAGE = 'https://www.statistics.example/energy/storage?year=2026';
const BLOG = 'https://opinions.example/blog/batteries';
const OUTLOOK = 'https://energy.example/outlook';

const urls = (found: readonly { url: string }[]) => found.map(({ url }) => url);

describe('of a message of Anthropic', () => {
  it('the sources are the pages that its searches found, each once, where it first stood', () => {
    expect(sources(answer('anthropic-search'))).toEqual([
      { url: GRID, title: 'Grid report 2026', index: 0 },
      { url: STORAGE, title: 'Storage statistics', index: 0 },
      { url: BLOG, title: 'Why batteries', index: 0 },
      { url: OUTLOOK, title: 'Outlook', index: 0 },
    ]);
  });

  it('the citations are all that its text carries, repeated as they stand there', () => {
    const found = citations(answer('anthropic-search'));
    expect(urls(found)).toEqual([GRID, STORAGE, GRID]);
    expect(found[0]).toEqual({
      url: GRID,
      title: 'Grid report 2026',
      citedText: 'Installed battery capacity reached 41 GW …',
      index: 0,
    });
  });

  it('a turn that paused and went on counts in both its messages', () => {
    const transcript = answer('anthropic-paused');
    expect(sources(transcript)).toMatchObject([
      { url: OUTLOOK, index: 1 },
      { url: BLOG, index: 2 },
    ]);
    expect(citations(transcript)).toMatchObject([{ url: BLOG, index: 2 }]);
  });

  it('a search that failed has no sources, and a page that was fetched is one', () => {
    expect(urls(sources(answer('anthropic-errors')))).toEqual([GRID, STORAGE]);
    expect(citations(answer('anthropic-errors'))).toEqual([]);
  });

  it('results that were filtered by code leave sources and no citations', () => {
    expect(urls(sources(answer('anthropic-dynamic-filtering')))).toEqual([GRID, BLOG]);
    expect(citations(answer('anthropic-dynamic-filtering'))).toEqual([]);
  });

  it('results that the caller gave are cited by their source where it is an address', () => {
    const cited = ['https://wiki.example/a', 'handbook, page 3'].map((source) => ({
      type: 'search_result_location',
      source,
      title: 'Ours',
      cited_text: 'so it is',
      search_result_index: 0,
      start_block_index: 0,
      end_block_index: 1,
    }));
    const message = { role: 'assistant', content: [{ type: 'text', text: 'So it is.', citations: cited }] };
    expect(citations(message)).toEqual([
      { url: 'https://wiki.example/a', title: 'Ours', citedText: 'so it is', index: 0 },
    ]);
  });
});

describe('of a response of OpenAI', () => {
  it('the sources are the pages that it found and opened; a feed without an address is none', () => {
    expect(urls(sources(answer('openai-search')))).toEqual([GRID, STORAGE, BLOG, OUTLOOK]);
  });

  it('the citations say where in the text they stand', () => {
    const found = citations(answer('openai-search'));
    expect(urls(found)).toEqual([`${GRID}?utm_source=openai`, `${STORAGE}&utm_source=openai`]);
    const { output } = answer('openai-search') as { output: { content?: { text: string }[] }[] };
    const text = output.at(-1)?.content?.[0]?.text ?? '';
    for (const { url, start, end } of found) expect(text.slice(start, end)).toContain(`](${url})`);
  });

  it('its items by themselves give the same, each with its own place', () => {
    const { output } = answer('openai-search') as { output: object[] };
    const items = [{ role: 'user', content: 'How much?' }, ...output];
    expect(urls(sources(items))).toEqual(urls(sources(answer('openai-search'))));
    expect(urls(citations(items))).toEqual(urls(citations(answer('openai-search'))));
    expect(sources(items).map(({ index }) => index)).toEqual([2, 2, 2, 3]);
  });
});

describe.each([
  ['anthropic-stream', 'anthropic-search'],
  ['openai-stream', 'openai-search'],
])('of the events in %s', (stream, whole) => {
  const place = events(stream).length - 1;

  it('sources and citations are those of the whole answer, at the event that completed it', () => {
    const at = <Found extends { index: number }>(found: Found[]) => found.map((one) => ({ ...one, index: place }));
    expect(sources(events(stream))).toEqual(at(sources(answer(whole))));
    expect(citations(events(stream))).toEqual(at(citations(answer(whole))));
  });

  it('there are none before the last event', () => {
    expect(sources(events(stream).slice(0, -1))).toEqual([]);
    expect(citations(events(stream).slice(0, -1))).toEqual([]);
  });

  it('a stream that broke off leaves nothing to the next one', () => {
    const again = [...events(stream).slice(0, -3), ...events(stream)];
    expect(urls(citations(again))).toEqual(urls(citations(answer(whole))));
  });
});

it('a response whose last event has no output is made of its items', () => {
  const stripped = events('openai-stream').map((event) =>
    'response' in event ? { ...event, response: { status: 'completed' } } : event,
  );
  expect(urls(sources(stripped))).toEqual([GRID, STORAGE, BLOG, OUTLOOK]);
});

describe('a transcript', () => {
  it('gives each source once, however it is spelt and wherever it comes again', () => {
    const transcript = [finding('https://a.example'), finding('https://A.example/', 'https://b.example/')];
    expect(sources(transcript)).toMatchObject([
      { url: 'https://a.example', index: 0 },
      { url: 'https://b.example/', index: 1 },
    ]);
  });

  it('counts what the assistant said, not what was said to it', () => {
    const results = finding('https://a.example/') as { content: object[] };
    for (const role of ['user', 'system', 'developer', 'tool']) {
      expect(sources([{ role, content: results.content }])).toEqual([]);
    }
  });

  it.each([
    ['message', { ...finding('https://a.example/'), stop_reason: null }],
    ['response', { ...(answer('openai-search') as object), status: 'in_progress' }],
    [
      'item',
      { type: 'web_search_call', status: 'in_progress', action: { type: 'open_page', url: 'https://a.example/' } },
    ],
  ])('leaves out a %s that is not complete', (_, entry) => {
    expect(sources([entry])).toEqual([]);
  });

  it.each<[string, unknown]>([
    ['nothing', undefined],
    ['null', null],
    ['a text', 'https://a.example/'],
    ['a number', [1, null, undefined, 'x', [], [[]], () => 1]],
    [
      'messages of other shapes',
      [{ role: 'assistant', parts: [] }, { role: 'assistant', content: 3 }, {}, { type: 3 }],
    ],
    ['parts of other shapes', [{ role: 'assistant', content: [null, 1, 'x', [], {}, { type: 'text' }] }]],
    [
      'fields of other shapes',
      [
        { role: 'assistant', content: [{ type: 'text', text: 1, citations: 'x' }] },
        { role: 'assistant', content: [{ type: 'web_search_tool_result', content: [null, { url: 1 }, { url: '' }] }] },
        { type: 'web_search_call', action: null, results: {} },
        { output: [null, 1, { type: 'message' }] },
      ],
    ],
    [
      'events out of order',
      [
        { type: 'content_block_delta', index: 4, delta: { type: 'text_delta', text: 'x' } },
        { type: 'content_block_start', index: 1e9 },
        { type: 'message_stop' },
        { type: 'response.completed' },
        { type: 'response.output_item.done' },
      ],
    ],
  ])('of %s has neither sources nor citations, and throws nothing', (_, transcript) => {
    expect(sources(transcript as Transcript)).toEqual([]);
    expect(citations(transcript as Transcript)).toEqual([]);
  });
});
