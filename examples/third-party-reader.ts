import type { PageReader } from 'pageward';

/**
 * A reader that is not ours, in a dozen lines: a hosted extractor that fetches the page and answers in Markdown. Give it
 * to a tool with `webFetch(hostedReader('https://extractor.example'))`. The service, and not this machine, connects to
 * the page; `webFetch` judges the URL before the service hears of it.
 */
export function hostedReader(service: string): PageReader {
  return {
    rendersJavaScript: true,
    async read(url, { images = false, signal = AbortSignal.timeout(30_000) } = {}) {
      const response = await fetch(`${service}/${url}`, {
        headers: { accept: 'text/markdown', 'x-with-images-summary': String(images) },
        signal,
      });
      return { url, statusCode: response.status, mediaType: 'text/markdown', text: await response.text() };
    },
  };
}
