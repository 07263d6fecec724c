import { describe, expect, it } from 'vitest';
import { NetworkActivity } from '#src/browser/network-activity.js';

const sent = (id: string, url = `http://a.test/${id}`, { type = 'Fetch', pageMs = 0 } = {}) => ({
  id,
  url,
  method: 'GET',
  type,
  pageMs,
});
const answer = (id: string, mimeType: string, status = 200) => ({ id, mimeType, status });

it('follows a request from its start over its bytes to its end', () => {
  const activity = new NetworkActivity();
  activity.sent(sent('1'), 100);
  activity.received('1', 150);
  expect(activity.pending(200)).toEqual([{ url: 'http://a.test/1', ageMs: 100, silentMs: 50 }]);
  expect(activity.quietMs(200)).toBe(100);
  activity.ended('1', 220);
  expect(activity.pending(230)).toEqual([]);
  expect(activity.quietMs(230)).toBe(10);
});

it('does not count what cannot become text', () => {
  const activity = new NetworkActivity();
  for (const type of ['Image', 'Media', 'Font', 'Ping', 'WebSocket', 'EventSource', undefined]) {
    activity.sent({ ...sent('1'), type }, 100);
  }
  activity.sent(sent('2', 'data:text/plain,x'), 100);
  expect(activity.pending(200)).toEqual([]);
});

it('lets an event stream go as soon as it says what it is', () => {
  const activity = new NetworkActivity();
  activity.sent(sent('1'), 100);
  activity.answered(answer('1', 'text/event-stream'), 110);
  expect(activity.pending(120)).toEqual([]);
});

it('lets go what the page cannot read or show', () => {
  const activity = new NetworkActivity();
  activity.sent(sent('1'), 100);
  activity.shaped('1', 'no-cors');
  activity.sent(sent('2'), 100);
  activity.answered(answer('2', 'image/png'), 110);
  expect(activity.pending(120)).toEqual([]);
  expect(activity.hasIdleRequests).toBe(true);
  activity.ended('1', 130);
  activity.ended('2', 130);
  expect(activity.hasIdleRequests).toBe(false);
});

/** Three requests to one address, each when the one before has been answered. */
function ask(activity: NetworkActivity, everyPageMs: number, everyMs = everyPageMs): void {
  for (const n of [1, 2, 3]) {
    activity.sent(sent(`${n}`, `http://a.test/news?at=${n}`, { pageMs: n * everyPageMs }), 100 + n * everyMs);
    if (n < 3) activity.ended(`${n}`, 105 + n * everyMs);
  }
}

describe('polls', () => {
  it('are what a timer asks for a third time, whatever the query', () => {
    const activity = new NetworkActivity();
    ask(activity, 1_000);
    expect(activity).toMatchObject({ returns: 2, hasIdleRequests: true });
    expect(activity.polls(1_000)).toBe(true);
    expect(activity.pending(4_000)).toEqual([]);
    activity.sent(sent('4', 'http://a.test/other'), 4_000);
    expect(activity.pending(4_000)).toHaveLength(1);
  });

  it('may go on for thrice as many as in real time', () => {
    const activity = new NetworkActivity();
    ask(activity, 100, 6);
    expect(activity.polls(90)).toBe(true);
    expect(activity.polls(250)).toBe(false);
  });

  it('are known by the page’s own time, when it runs ahead', () => {
    const activity = new NetworkActivity();
    ask(activity, 1_000, 6);
    expect(activity.polls(120)).toBe(true);
  });

  it('are not what goes on as soon as the last answer is there, or is asked all at once', () => {
    const oneByOne = new NetworkActivity();
    ask(oneByOne, 10, 10);
    expect(oneByOne.polls(200)).toBe(false);
    const atOnce = new NetworkActivity();
    for (const id of ['1', '2', '3', '4']) atOnce.sent(sent(id, 'http://a.test/item'), 100);
    expect(atOnce.polls(200)).toBe(false);
    expect(atOnce.pending(100)).toHaveLength(4);
  });

  it('are not what makes the text grow: it is waited for again', () => {
    const activity = new NetworkActivity();
    ask(activity, 1_000);
    activity.grew(3_000);
    expect(activity.polls(3_200)).toBe(false);
    expect(activity.pending(3_200)).toHaveLength(1);
  });

  it('are what has been asked for twice since the text last grew, whenever that is seen', () => {
    const activity = new NetworkActivity();
    ask(activity, 1_000);
    activity.grew(1_500);
    expect(activity.polls(900)).toBe(true);
    activity.grew(2_500);
    expect(activity.polls(900)).toBe(false);
  });

  it('are not what is answered while the page’s clock stands, which goes in steps', () => {
    const activity = new NetworkActivity();
    ask(activity, 1_000);
    activity.grew(1_999.9);
    expect(activity.polls(900)).toBe(false);
  });
});

it('counts failures that make programs try again, until the text grows', () => {
  const activity = new NetworkActivity();
  for (const [id, status] of Object.entries({ 1: 503, 2: 429, 3: 404, 4: 200 })) {
    activity.sent(sent(id), 100);
    activity.answered(answer(id, 'text/html', status), 110);
    activity.ended(id, 110);
  }
  expect(activity.failures).toBe(2);
  activity.sent(sent('5'), 120);
  activity.ended('5', 130, true);
  activity.sent(sent('6', undefined, { type: 'Script' }), 120);
  activity.ended('6', 130, true);
  expect(activity.failures).toBe(3);
  activity.grew(200);
  expect(activity.failures).toBe(0);
});

it('forgets with the document', () => {
  const activity = new NetworkActivity();
  activity.sent(sent('1'), 100);
  activity.reset(200);
  expect(activity.pending(300)).toEqual([]);
  expect(activity.quietMs(300)).toBe(100);
});
