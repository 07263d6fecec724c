import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { HttpReader } from '#src/reader/http-reader.js';
import { duckDuckGo, type SearchPace } from '#src/search/duckduckgo.js';
import type { SearchClock } from '#src/search/search-line.js';
import { deferred, labGuard, until } from '../support/guard-lab.js';
import { LeapingClock, SearchEngine, StoppedClock } from '../support/search-engine.js';
import { challengePage, hits, liteHit, litePage, nextFields, nextForm, resultsPage } from '../support/search-pages.js';

let engine: SearchEngine;
const readers: HttpReader[] = [];

beforeEach(async () => {
  engine = await new SearchEngine().start();
  engine.html(resultsPage({ rows: hits(2) })).lite(litePage(hits(2).map(liteHit)));
});

afterEach(async () => {
  await Promise.all(readers.splice(0).map((reader) => reader.close()));
  await engine.lab.close();
});

/** A backend with a reader of its own, on a clock. */
function backend(clock: SearchClock, pace: Omit<SearchPace, 'clock'> = {}, endpoints?: string[]) {
  const reader = new HttpReader({ guard: labGuard(engine.lab), insecureTls: true });
  readers.push(reader);
  return duckDuckGo({ reader, pace: { ...pace, clock }, ...(endpoints && { endpoints }) });
}

const HTML_ONLY = ['https://html.duckduckgo.com/html/'];
const CHALLENGE = { status: 202, body: challengePage() };
const BLOCKED = { code: 'SEARCH_BLOCKED' };

describe('searches of one process', () => {
  it('begin two seconds apart, pages and endpoints alike', async () => {
    const clock = new LeapingClock();
    const search = backend(clock);
    engine.html(resultsPage({ rows: hits(10), forms: [nextForm(nextFields(10, 11))] }), '<p>Hello.');
    await search.search('tides', { maxResults: 20 });
    expect(clock.waits).toEqual([2_000]);
    clock.time += 1_500;
    await search.search('tides');
    expect(engine.hosts).toEqual(['html', 'html', 'html', 'lite']);
    expect(clock.waits).toEqual([2_000, 500, 2_000]);
    clock.time += 5_000;
    await search.search('tides');
    expect(clock.waits.slice(3)).toEqual([2_000]);
  });

  it('never run at once, though two backends make them', async () => {
    const clock = new LeapingClock();
    const [one, other] = [backend(clock, { spacingMs: 0 }), backend(clock, { spacingMs: 0 })];
    const gate = deferred<void>();
    engine.html(async () => {
      await gate.promise;
      return resultsPage({ rows: hits(2) });
    });
    const searches = ['a', 'b', 'c', 'd'].map((query, at) => (at % 2 ? other : one).search(query));
    await until(() => engine.asked.length === 1);
    gate.resolve();
    await Promise.all(searches);
    expect(engine.asked.map(({ form }) => form['q'])).toEqual(['a', 'b', 'c', 'd']);
    expect(engine.mostInFlight).toBe(1);
  });

  it('run at once where they are on clocks of their own, as no two in one process are', async () => {
    const gate = deferred<void>();
    engine.html(async () => {
      await gate.promise;
      return resultsPage({ rows: hits(2) });
    });
    const searches = [backend(new LeapingClock()), backend(new LeapingClock())].map((one) => one.search('tides'));
    await until(() => engine.inFlight === 2);
    gate.resolve();
    await Promise.all(searches);
  });

  it('go on after one has failed', async () => {
    const search = backend(new LeapingClock());
    engine.lab.names.delete('html.duckduckgo.com');
    const failed = search.search('a');
    const next = search.search('b');
    await expect(failed).rejects.toMatchObject({ code: 'DNS_FAILED' });
    await expect(next).rejects.toMatchObject({ code: 'DNS_FAILED' });
  });
});

describe('after a block', () => {
  it('nothing is asked for a minute, and searches fail at once and say for how long', async () => {
    const clock = new LeapingClock();
    const search = backend(clock, {}, HTML_ONLY);
    engine.html(CHALLENGE, resultsPage({ rows: hits(2) }));
    await expect(search.search('a')).rejects.toMatchObject({ ...BLOCKED, details: { retryAfterMs: 60_000 } });
    clock.time += 59_000;
    await expect(backend(clock, {}, HTML_ONLY).search('b')).rejects.toMatchObject({
      ...BLOCKED,
      details: { retryAfterMs: 1_000 },
    });
    expect(engine.asked).toHaveLength(1);
    expect(clock.waits).toEqual([]);
    clock.time += 1_000;
    expect(await search.search('c')).toHaveLength(2);
  });

  it('those that stood in line are told, and do not ask', async () => {
    const search = backend(new LeapingClock(), {}, HTML_ONLY);
    engine.html(CHALLENGE, resultsPage({ rows: hits(2) }));
    const outcomes = await Promise.allSettled(['a', 'b', 'c'].map((query) => search.search(query)));
    expect(outcomes.map((outcome) => outcome.status)).toEqual(['rejected', 'rejected', 'rejected']);
    expect(engine.asked).toHaveLength(1);
  });

  it('the lite endpoint is asked in the stead of the html one, which is left alone', async () => {
    const clock = new LeapingClock();
    const search = backend(clock);
    engine.html(CHALLENGE);
    await search.search('a');
    await search.search('b');
    expect(engine.hosts).toEqual(['html', 'lite', 'lite']);
    clock.time += 60_000;
    await search.search('c');
    expect(engine.hosts.slice(3)).toEqual(['html', 'lite']);
  });

  it('the pauses are twice as long for ten minutes', async () => {
    const clock = new LeapingClock();
    const search = backend(clock, { quietMs: 1_000 }, HTML_ONLY);
    engine.html(CHALLENGE, resultsPage({ rows: hits(2) }));
    await expect(search.search('a')).rejects.toMatchObject(BLOCKED);
    clock.time += 10_000;
    await search.search('b');
    await search.search('c');
    expect(clock.waits).toEqual([4_000]);
    clock.time += 600_000;
    await search.search('d');
    await search.search('e');
    expect(clock.waits).toEqual([4_000, 2_000]);
  });

  it('a Retry-After is honoured, and no other door is tried meanwhile', async () => {
    const clock = new LeapingClock();
    const search = backend(clock);
    engine.html({ status: 429, headers: { 'retry-after': '300' } }, resultsPage({ rows: hits(2) }));
    await expect(search.search('a')).rejects.toMatchObject({ ...BLOCKED, details: { retryAfterMs: 300_000 } });
    clock.time += 299_000;
    await expect(search.search('b')).rejects.toMatchObject(BLOCKED);
    expect(engine.hosts).toEqual(['html']);
    clock.time += 1_000;
    expect(await search.search('c')).toHaveLength(2);
  });

  it('a Retry-After is honoured of a server that has failed, too', async () => {
    const search = backend(new LeapingClock());
    engine.html({ status: 503, headers: { 'retry-after': '120' } });
    await expect(search.search('a')).rejects.toMatchObject({ code: 'HTTP_STATUS', details: { retryAfterMs: 120_000 } });
    await expect(search.search('b')).rejects.toMatchObject({ ...BLOCKED, details: { retryAfterMs: 120_000 } });
    expect(engine.hosts).toEqual(['html']);
  });

  it('no Retry-After is believed for more than an hour', async () => {
    engine.html({ status: 429, headers: { 'retry-after': '999999999' } });
    await expect(backend(new LeapingClock()).search('a')).rejects.toMatchObject({
      details: { retryAfterMs: 3_600_000 },
    });
  });
});

describe('an abort', () => {
  const reason = new Error('enough');

  it('ends a search that waits for its pause, and frees the line', async () => {
    const clock = new StoppedClock();
    const search = backend(clock);
    await search.search('a');
    const stop = new AbortController();
    const waiting = search.search('b', { signal: stop.signal });
    await until(() => clock.waiting === 1);
    stop.abort(reason);
    await expect(waiting).rejects.toBe(reason);
    const next = new AbortController();
    const after = search.search('c', { signal: next.signal });
    await until(() => clock.waiting === 2);
    next.abort(reason);
    await expect(after).rejects.toBe(reason);
    expect(engine.asked).toHaveLength(1);
  });

  it('ends a search that stands in line, and those behind it move up', async () => {
    const search = backend(new LeapingClock());
    const gate = deferred<void>();
    engine.html(async () => {
      await gate.promise;
      return resultsPage({ rows: hits(2) });
    });
    const stop = new AbortController();
    const first = search.search('a');
    const second = search.search('b', { signal: stop.signal });
    const third = search.search('c');
    await until(() => engine.asked.length === 1);
    stop.abort(reason);
    await expect(second).rejects.toBe(reason);
    gate.resolve();
    await Promise.all([first, third]);
    expect(engine.asked.map(({ form }) => form['q'])).toEqual(['a', 'c']);
  });

  it('ends a search that is being answered, with its request, and asks nobody else', async () => {
    const search = backend(new LeapingClock());
    engine.html(() => new Promise(() => undefined));
    const stop = new AbortController();
    const asked = search.search('a', { signal: stop.signal });
    await until(() => engine.inFlight === 1);
    stop.abort(reason);
    await expect(asked).rejects.toBe(reason);
    await until(() => engine.inFlight === 0);
    expect(engine.hosts).toEqual(['html']);
  });

  it('before the search is one too', async () => {
    await expect(backend(new LeapingClock()).search('a', { signal: AbortSignal.abort(reason) })).rejects.toBe(reason);
    expect(engine.asked).toEqual([]);
  });
});
