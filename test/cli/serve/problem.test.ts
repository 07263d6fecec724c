import { expect, it } from 'vitest';
import {
  BrowserError,
  ContentError,
  NetworkError,
  RefusedError,
  ResponseError,
  TimeoutError,
  UsageError,
} from '#src/base/errors.js';
import { problemOf } from '#src/cli/serve/problem.js';
import { QueueFull } from '#src/cli/serve/read-queue.js';

it.each([
  [new UsageError('m', { code: 'INVALID_URL' }), 400],
  [new UsageError('m', { code: 'INVALID_OPTION' }), 400],
  [new RefusedError('m', { code: 'REFUSED_ADDRESS' }), 403],
  [new RefusedError('m', { code: 'REFUSED_SCHEME' }), 403],
  [new RefusedError('m', { code: 'REFUSED_BUDGET' }), 403],
  [new NetworkError('m', { code: 'DNS_FAILED' }), 502],
  [new NetworkError('m', { code: 'TLS_FAILED' }), 502],
  [new ResponseError('m', { code: 'REDIRECT_LOOP' }), 502],
  [new ResponseError('m', { code: 'RATE_LIMITED' }), 503],
  [new ContentError('m', { code: 'ACTION_FAILED' }), 422],
  [new TimeoutError('m'), 504],
  [new BrowserError('m', { code: 'BROWSER_MISSING' }), 503],
  [new BrowserError('m', { code: 'GUARD_SELFTEST' }), 503],
  [new UsageError('m', { code: 'CLOSED' }), 503],
] as const)('a failure has the status that says whose it is: %s', (error, status) => {
  expect(problemOf(error)).toMatchObject({ status, code: error.code, message: 'm' });
});

it('the caller is told when to come back, where that is known', () => {
  const error = new ResponseError('m', { code: 'RATE_LIMITED', details: { retryAfterMs: 1_200 } });
  expect(problemOf(error)).toMatchObject({ retryAfterSeconds: 2 });
  expect(problemOf(new QueueFull())).toMatchObject({
    status: 429,
    code: 'BUSY',
    retryAfterSeconds: expect.any(Number),
  });
});

it('the caller is told which redirect led to what failed, by origins only', () => {
  const details = { redirectedFrom: 'https://a.example/in?x', url: 'http://10.0.0.7/y' };
  const { message } = problemOf(new RefusedError('m', { code: 'REFUSED_ADDRESS', details }));
  expect(message).toBe('https://a.example redirects to http://10.0.0.7: m');
});

it('the caller is not told what only the operator may know', () => {
  const refused = new RefusedError('m', { code: 'REFUSED_ADDRESS', hint: 'h', details: { address: '10.0.0.7' } });
  expect(problemOf(refused)).toEqual({ status: 403, code: 'REFUSED_ADDRESS', message: 'm', hint: 'h' });
  const unforeseen = problemOf(new Error('at /home/operator/secret'));
  expect(unforeseen).toMatchObject({ status: 500, code: 'UNEXPECTED' });
  expect(JSON.stringify(unforeseen)).not.toContain('operator');
});
