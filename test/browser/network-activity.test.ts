import { expect, it } from 'vitest';
import { NetworkActivity } from '#src/browser/network-activity.js';

const sent = (id: string, url = `http://a.test/${id}`, type = 'Fetch') => ({ id, url, method: 'GET', type });

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
  activity.answered({ id: '1', mimeType: 'text/event-stream' }, 110);
  expect(activity.pending(120)).toEqual([]);
});

it('takes the third request to one address for a poll, whatever its query', () => {
  const activity = new NetworkActivity();
  for (const id of ['1', '2', '3']) {
    activity.sent(sent(id, `http://a.test/news?at=${id}`), 100);
    expect(activity.pending(100)).toHaveLength(id === '3' ? 0 : 1);
    activity.ended(id, 100);
  }
  activity.sent(sent('4', 'http://a.test/other'), 100);
  expect(activity.pending(100)).toHaveLength(1);
});

it('forgets with the document', () => {
  const activity = new NetworkActivity();
  activity.sent(sent('1'), 100);
  activity.reset(200);
  expect(activity.pending(300)).toEqual([]);
  expect(activity.quietMs(300)).toBe(100);
});
