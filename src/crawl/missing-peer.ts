import { UsageError } from '../base/errors.js';

/** The error of a package that only a crawl with a queue needs; another one where it is there and does not load. */
export function peerMissing(name: string, cause: unknown): unknown {
  const isMissing = cause instanceof Error && 'code' in cause && cause.code === 'ERR_MODULE_NOT_FOUND';
  if (!isMissing) return cause;
  return new UsageError(`a crawl with a queue needs the package ${name}, which is not installed`, {
    code: 'PEER_MISSING',
    hint: 'Install it: npm install bullmq ioredis',
    details: { package: name },
  });
}
