import { ToolMessage } from '@langchain/core/messages';
import { tool } from '@langchain/core/tools';
import { describe, expect, it } from 'vitest';
import { langChainTools } from '#src/adapters/langchain.js';
import type { PageReader } from '#src/reader/reader.js';
import { webFetch } from '#src/tools/web-fetch.js';
import { who } from './caller.js';
import { toolMessagesOf } from './frameworks/langchain.js';

const reader: PageReader = {
  guarded: true,
  read: async (url) => ({
    ...{ url, statusCode: 200, mediaType: 'text/html', text: 'Tides' },
    images: [{ url: 'https://example.com/tide.png', alt: '' }],
  }),
};
const URL = 'https://example.com/';

describe('a tool for LangChain', () => {
  const [made] = langChainTools(webFetch(reader), { tool, ToolMessage });

  it('gives the program the result as the artifact of the message', async () => {
    const [message] = await toolMessagesOf(webFetch(reader), [{ name: 'web_fetch', input: { url: URL } }]);
    expect(message).toMatchObject({ tool_call_id: 'call-0', name: 'web_fetch', status: 'success' });
    expect(message?.artifact).toMatchObject({ isError: false, data: { url: URL, statusCode: 200 } });
  });

  it('gives the program what failed, too', async () => {
    const [message] = await toolMessagesOf(webFetch(), [{ name: 'web_fetch', input: { url: 'http://127.0.0.1/' } }]);
    expect(message).toMatchObject({ tool_call_id: 'call-0', name: 'web_fetch', status: 'error' });
    expect(message?.artifact).toMatchObject({ isError: true, error: { code: 'REFUSED_ADDRESS' } });
  });

  it('gives the content alone when it is called by hand, and rejects what does not fit', async () => {
    expect(await made?.invoke({ url: URL })).toMatch(/^URL: https:\/\/example\.com\//);
    const [refusing] = langChainTools(webFetch(), { tool, ToolMessage });
    expect(await refusing?.invoke({ url: 'http://127.0.0.1/' })).toMatch(/^Refused: /);
    await expect(made?.invoke({ url: 'ftp://example.com/' })).rejects.toMatchObject({ code: 'INVALID_INPUT' });
    await expect(made?.invoke({ link: URL })).rejects.toThrow(/url/);
  });

  it('shows images by their addresses where there is no loader', async () => {
    const [showing] = langChainTools(webFetch(reader), { tool, ToolMessage, images: {} });
    expect(await showing?.invoke({ url: URL, images: true })).toEqual([
      { type: 'text', text: expect.stringContaining('Tides') },
      { type: 'text', text: 'Image 1 of the list:' },
      { type: 'image_url', image_url: { url: 'https://example.com/tide.png' } },
    ]);
  });

  it('knows whose thread it is', async () => {
    const [asked] = langChainTools(who, {
      ...{ tool, ToolMessage },
      context: ({ configurable }) => ({ sessionId: String(configurable?.['thread_id']) }),
    });
    expect(await asked?.invoke({}, { configurable: { thread_id: 'tides' } })).toBe('tides');
  });

  it('wants both the function and the class of LangChain', () => {
    const refused = (options: object) =>
      expect(() => langChainTools(webFetch(reader), options as never)).toThrowError(
        expect.objectContaining({ code: 'INVALID_OPTION' }),
      );
    refused({});
    refused({ tool });
    refused({ ToolMessage });
  });
});
