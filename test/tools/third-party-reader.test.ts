import { expect, it } from 'vitest';
import { createGuard } from '#src/guard/guard.js';
import { webFetch } from '#src/tools/web-fetch.js';
import { hostedReader } from '../../examples/third-party-reader.js';
import { serve } from '../support/http-server.js';

it('lets a hosted extractor read for web_fetch, with a URL that the guard allows', async () => {
  const asked: unknown[] = [];
  await using service = await serve((request, response) => {
    const { accept, 'x-with-images-summary': images } = request.headers;
    asked.push({ path: request.url, accept, images });
    response.writeHead(200, { 'content-type': 'text/markdown' }).end('# Extracted\n\nBy a service.');
  });
  const guard = createGuard({ resolver: async () => ['93.184.216.34'] });
  const fetchPage = webFetch(hostedReader(service.origin), { guard });

  const result = await fetchPage.run({ url: 'https://example.com/article', images: true });

  expect(result.text).toContain('HTTP 200 · text/markdown');
  expect(result.text).toContain('# Extracted\n\nBy a service.');
  expect(asked).toEqual([{ path: '/https://example.com/article', accept: 'text/markdown', images: 'true' }]);

  const refused = await fetchPage.run({ url: 'http://169.254.169.254/latest/meta-data/' });
  expect(refused).toMatchObject({ isError: true, error: { code: 'REFUSED_ADDRESS' } });
  expect(service.hits).toHaveLength(1);
});
