import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { extract } from '#src/reader/extract.js';
import { HttpReader } from '#src/reader/http-reader.js';
import { routes, serve, type TestServer } from '../support/http-server.js';

const BODY = 'The harbour master wrote down every ship that came in. '.repeat(8);
const POST = { title: 'The harbour book', excerpt: 'What came in.', body: BODY, publishedAt: '2024-03-01' };
const state = `<script id="__NEXT_DATA__" type="application/json">${JSON.stringify({ props: { pageProps: { post: POST } } })}</script>`;
const jsonLd = (value: unknown) => `<script type="application/ld+json">${JSON.stringify(value)}</script>`;
const SHELL = '<title>Shell</title><body><div id="__next"></div>';

describe('over plain HTTP', () => {
  let server: TestServer;
  let reader: HttpReader;

  beforeAll(async () => {
    server = await serve(
      routes({
        '/shell': SHELL + state,
        '/full': `<title>Full</title><article><h1>Full</h1><p>${'A sentence of the document itself. '.repeat(20)}</p></article>${state}`,
        '/element': '<meta http-equiv="refresh" content="3;url=/next"><p>Moved</p>',
        '/header': { headers: { refresh: '0;url=/next' }, body: '<p>Moved</p>' },
        '/itself': '<meta http-equiv="refresh" content="300"><p>Scores</p>',
      }),
    );
    reader = new HttpReader({ allowPrivate: [server.host] });
  });

  afterAll(async () => {
    await reader.close();
    await server.close();
  });

  it('a shell gives what the data for its scripts holds, and says so', async () => {
    const page = await reader.read(`${server.origin}/shell`);
    expect(page.text).toContain('# The harbour book');
    expect(page.text).toContain('every ship that came in');
    expect(page).toMatchObject({ title: 'Shell', extraction: { from: 'page-data' }, rendered: false });
    expect(page.metadata).toMatchObject({ description: 'What came in.', publishedTime: '2024-03-01' });
    expect(page.warnings?.join()).toContain('hardly any text');
  });

  it('a page with text of its own gives that, and only facts from its data', async () => {
    const page = await reader.read(`${server.origin}/full`);
    expect(page.text).toContain('the document itself');
    expect(page.text).not.toContain('harbour');
    expect(page.extraction?.from).toBeUndefined();
    expect(page.metadata?.publishedTime).toBe('2024-03-01');
  });

  it.each([
    ['/element', 3],
    ['/header', 0],
  ])('a page that sends its visitor on is given with a warning: %s', async (path, delaySeconds) => {
    const page = await reader.read(server.origin + path);
    expect(page).toMatchObject({ url: server.origin + path, text: 'Moved', redirects: [] });
    expect(page.metadata?.refresh).toEqual({ url: `${server.origin}/next`, delaySeconds });
    expect(page.warnings?.join()).toContain(`sends its visitor on to ${server.origin}/next`);
    expect(server.hits).not.toContain('GET /next');
  });

  it('a page that only loads itself again sends nobody on', async () => {
    const page = await reader.read(`${server.origin}/itself`);
    expect(page.metadata?.refresh).toBeUndefined();
    expect(page.warnings).toEqual([]);
  });
});

describe('JSON-LD', () => {
  it('states facts where the head does not', async () => {
    const article = {
      '@graph': [
        { '@type': 'Organization', name: 'The Gazette', description: 'A paper.' },
        {
          '@type': 'NewsArticle',
          headline: 'Ships',
          description: 'About ships.',
          author: [{ name: 'Ada Quay' }, { name: 'Bo Pier' }],
          datePublished: '2024-03-01',
          image: [{ url: '/ship.jpg' }],
        },
      ],
    };
    const html = `<meta name="description" content="The head's own."><p>${BODY}</p>${jsonLd(article)}`;
    const { metadata } = await extract(html, { url: 'https://a.test/' });
    expect(metadata).toMatchObject({
      description: "The head's own.",
      byline: 'Ada Quay, Bo Pier',
      publishedTime: '2024-03-01',
      imageUrl: 'https://a.test/ship.jpg',
    });
  });

  it('gives the text of a page that shows none: an article, or questions with answers', async () => {
    const article = await extract(SHELL + jsonLd({ '@type': 'Article', headline: 'Ships', articleBody: BODY }));
    expect(article.markdown).toContain('every ship that came in');
    const question = (name: string) => ({ '@type': 'Question', name, acceptedAnswer: { text: `<p>${BODY}</p>` } });
    const faq = { '@type': 'FAQPage', mainEntity: [question('Which ships?'), question('Which weather?')] };
    const { markdown, extraction } = await extract(SHELL + jsonLd(faq));
    expect(markdown).toMatch(/## Which ships\?[\s\S]*every ship[\s\S]*## Which weather\?/);
    expect(extraction.from).toBe('page-data');
  });
});
