import { once } from 'node:events';
import type { ServerResponse } from 'node:http';
import type { Client } from '@modelcontextprotocol/client';
import { HttpReader, webFetch } from 'pageward';
import { describe, expect, it } from 'vitest';
import { serve } from '../support/http-server.js';
import { httpClient, spawnClient, VERSIONS } from '../support/mcp-client.js';

/** A site that takes a request and never answers it. */
async function silentSite() {
  let arrived = (_: ServerResponse): void => undefined;
  const asked = new Promise<ServerResponse>((resolve) => {
    arrived = resolve;
  });
  const site = await serve((_, response) => arrived(response));
  return { site, asked };
}

/** Calls, cancels the call once the site has it, and waits for the end of both. */
async function callAndCancel(client: Client, url: string, asked: Promise<ServerResponse>): Promise<void> {
  const cancelling = new AbortController();
  const call = client.callTool({ name: 'web_fetch', arguments: { url } }, { signal: cancelling.signal });
  const closed = once(await asked, 'close');
  cancelling.abort('enough');
  await expect(call).rejects.toBeDefined();
  await closed;
}

describe.each(VERSIONS)('a client of %s', (version) => {
  it('over stdio cancels a call, whose connection to the site is closed', async () => {
    const { site, asked } = await silentSite();
    await using _ = site;
    await using connected = await spawnClient(version, ['--allow-private', site.host, '--reader', 'http']);
    await callAndCancel(connected.client, site.origin, asked);
    expect(await connected.client.callTool({ name: 'now', arguments: {} })).toMatchObject({
      content: [{ type: 'text' }],
    });
  });

  it('over HTTP cancels a call, whose connection to the site is closed', async () => {
    const { site, asked } = await silentSite();
    await using _ = site;
    await using reader = new HttpReader({ allowPrivate: [site.host] });
    await using connected = await httpClient(version, { tools: [webFetch(reader)] });
    await callAndCancel(connected.client, site.origin, asked);
  });

  it('that goes away takes its calls with it', async () => {
    const { site, asked } = await silentSite();
    await using _ = site;
    const connected = await spawnClient(version, ['--allow-private', site.host, '--reader', 'http']);
    const call = connected.client.callTool({ name: 'web_fetch', arguments: { url: site.origin } });
    call.catch(() => undefined);
    const closed = once(await asked, 'close');
    await connected.client.close();
    await closed;
  });
});
