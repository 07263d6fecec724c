import type { Tab } from './tab.js';

/** The HTML of a document as its server sent it; undefined when the browser no longer has it. */
export async function sentHtml({ cdp }: Tab, loader: string): Promise<string | undefined> {
  try {
    const { body, base64Encoded } = await cdp.send('Network.getResponseBody', { requestId: loader });
    return base64Encoded ? undefined : body;
  } catch {
    return undefined;
  }
}
