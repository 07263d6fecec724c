import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { createDnsResolver, systemResolver } from '#src/guard/resolver.js';
import { TestDns } from '../support/guard-dns.js';
import { until } from '../support/guard-lab.js';

let server: TestDns;
let address: string;

beforeEach(async () => {
  server = new TestDns();
  address = await server.start();
});

afterEach(async () => {
  await server.stop();
});

describe('the DNS resolver', () => {
  it('asks for A and AAAA of the very name, without a search list', async () => {
    server.names.set('dual.example', ['93.184.216.34', '2606:4700::1111']);
    const answers = await createDnsResolver({ servers: [address] })('dual.example', {});
    expect([...answers].sort()).toEqual(['2606:4700::1111', '93.184.216.34']);
    expect(server.questions.sort()).toEqual(['dual.example. A', 'dual.example. AAAA']);
  });

  it('asks anew after a few seconds', async () => {
    server.names.set('moving.example', ['93.184.216.34']);
    const resolve = createDnsResolver({ servers: [address] });
    await resolve('moving.example', {});
    server.names.set('moving.example', ['93.184.216.35']);
    expect(await resolve('moving.example', {})).toEqual(['93.184.216.34']);
    const later = performance.now() + 4_000;
    const clock = vi.spyOn(performance, 'now').mockImplementation(() => later);
    expect(await resolve('moving.example', {})).toEqual(['93.184.216.35']);
    clock.mockRestore();
  });

  it('gives what there is when a name has one kind of address only, and nothing for no name', async () => {
    server.names.set('v4.example', ['93.184.216.34']).set('none.example', []);
    const resolve = createDnsResolver({ servers: [address] });
    expect(await resolve('v4.example', {})).toEqual(['93.184.216.34']);
    expect(await resolve('none.example', {})).toEqual([]);
    expect(await resolve('unknown.example', {})).toEqual([]);
  });

  it('asks once for a page’s many connections, and never keeps a failure', async () => {
    server.names.set('busy.example', ['93.184.216.34']);
    const resolve = createDnsResolver({ servers: [address] });
    for (let index = 0; index < 5; index += 1) await resolve('busy.example', {});
    expect(server.questions).toHaveLength(2);
    await resolve('late.example', {});
    server.names.set('late.example', ['93.184.216.34']);
    expect(await resolve('late.example', {})).toEqual(['93.184.216.34']);
  });

  it('rejects with the reason of an abort while the server is silent', async () => {
    server.silent.add('silent.example');
    const controller = new AbortController();
    const asking = createDnsResolver({ servers: [address] })('silent.example', { signal: controller.signal });
    asking.catch(() => {});
    await until(() => server.questions.length === 2);
    controller.abort('enough');
    await expect(asking).rejects.toBe('enough');
  });

  it('gives up on a server that is silent', async () => {
    server.silent.add('silent.example');
    const startedAt = performance.now();
    expect(await createDnsResolver({ servers: [address] })('silent.example', {})).toEqual([]);
    expect(performance.now() - startedAt).toBeLessThan(6_000);
  });
});

describe('the system resolver', () => {
  it('reads the hosts file', async () => {
    expect(await systemResolver('localhost', {})).toContain('127.0.0.1');
  });

  it('rejects with the reason of an abort', async () => {
    await expect(systemResolver('localhost', { signal: AbortSignal.abort('enough') })).rejects.toBe('enough');
  });
});
