import { describe, expect, it } from 'vitest';
import { readFacts } from '#src/page/metadata.js';
import { personName } from '#src/page/person-name.js';
import { findDate } from '#src/page/stated-date.js';
import { parseDocument } from '../support/dom.js';

const PAGE = 'https://www.seaport.com/dir/doc?q=1';
const PROSE = `<p>${'The harbour town woke slowly that morning, and the fishermen had already been at sea for hours when it did. '.repeat(4)}</p>`;

const factsOf = (html: string, url = PAGE) => readFacts(parseDocument(html), url);
const titleOf = (html: string) => factsOf(html).title;
const metadataOf = (html: string, url?: string) => factsOf(html, url).metadata;
const jsonLd = (...values: unknown[]) =>
  values.map((value) => `<script type="application/ld+json">${JSON.stringify(value)}</script>`).join('');
const page = (name: string, content: string) => `<meta property="${name}" content="${content}">`;

describe('the title of a page', () => {
  it.each([
    ['its title, spaces collapsed', '<title>  My \n  Page </title><h1>H</h1>', 'My Page'],
    ['not that of a drawing', '<svg><title>icon</title></svg><h1>H</h1>', 'H'],
    ['what it tells social networks, when it has no title', `${page('og:title', 'OG')}<h1>H</h1>`, 'OG'],
    ['nothing, when there is nothing', '<p>x', undefined],
    [
      'without what the site says it is called',
      `<title>Tides – The Harbour</title>${page('og:site_name', 'Harbour')}`,
      'Tides',
    ],
    ['without the name of the site with a word beside it', '<title>Tides - Seaport Forums</title>', 'Tides'],
    ['without the name that the address spells', '<title>Sea Port | Tides of the year</title>', 'Tides of the year'],
    ['without the sections before the name of the site', '<title>Tides - Charts - Help - Seaport</title>', 'Tides'],
    ['without what stands behind a bar', '<title>Tides of the year | Tables and charts</title>', 'Tides of the year'],
    ['without that name in the heading', '<title>Tides - Seaport Log</title><h1>Tides - Seaport Log</h1>', 'Tides'],
    [
      'without a name spelt with another and',
      `<title>Tides | Rope &amp; Sail</title>${page('og:site_name', 'Rope and Sail')}`,
      'Tides',
    ],
    [
      'the single word that it tells social networks, where the title goes from the site to the page',
      `<title>Anything: Manual: 18: SPLICE</title>${page('og:title', 'SPLICE')}`,
      'SPLICE',
    ],
    ['with what stands before a colon', '<title>Seaport: how we built it</title>', 'Seaport: how we built it'],
    ['the part that a heading repeats', '<title>Tides - Charts · Anything</title><h1>Tides</h1>', 'Tides'],
    [
      'not the part that is the heading of the whole site',
      '<title>Tides today - Anything</title><h1>Anything</h1>',
      'Tides today - Anything',
    ],
    [
      'not the name of the site in a heading',
      `<title>Tides today</title>${page('og:type', 'article')}<h1>Sea Port</h1>`,
      'Tides today',
    ],
    [
      'an article’s only top heading',
      `<title>Why tides differ</title>${page('og:type', 'article')}<h1>Six reasons why</h1>`,
      'Six reasons why',
    ],
    ['a heading that says the same', '<title>Buy cheap tide tables online</title><h1>Tide tables</h1>', 'Tide tables'],
    ['not a heading that says something else', '<title>Tide tables</title><h1>Welcome aboard</h1>', 'Tide tables'],
    [
      'a heading without its permalink',
      '<title>Tides — Anything docs</title><h1>Tides<a href="#t">¶</a></h1>',
      'Tides',
    ],
    ['a heading of two lines', '<title>High tides | Anything</title><h1>High<br>tides</h1>', 'High tides'],
    [
      'the headline in JSON-LD',
      `<title>High tides - Anything at all</title>${jsonLd({ '@type': 'Article', headline: 'High tides' })}`,
      'High tides',
    ],
  ])('is %s', (_name, html, title) => {
    expect(titleOf(html)).toBe(title);
  });

  it('is the heading that its title for social networks says too', () => {
    const head = `<title>Cheap ropes for sailors | The Yard</title>${page('og:title', 'Ropes of hemp')}`;
    expect(titleOf(`${head}<h1>Ropes of hemp</h1>`)).toBe('Ropes of hemp');
  });

  it('is the heading where the title is the name of the site and its motto, as on every page of some', () => {
    expect(titleOf('<title>Seaport - Where ships come home</title><h1>Which rope holds?</h1>')).toBe(
      'Which rope holds?',
    );
  });

  it('is the name of the site and its motto on the start page', () => {
    const html = '<title>Seaport - Where ships come home</title><h1>Moor with us</h1>';
    expect(factsOf(html, 'https://www.seaport.com/').title).toBe('Seaport - Where ships come home');
  });

  it('is not what sites call their start page', () => {
    expect(titleOf('<title>Home - Rope makers of the north</title>')).toBe('Rope makers of the north');
    expect(titleOf('<title>Home</title>')).toBe('Home');
  });

  it('costs no more than its length', () => {
    expect(titleOf(`<title>${'a - '.repeat(100_000)}</title>`)).toBeDefined();
  });
});

describe('the metadata of a page', () => {
  it('are what its head says', () => {
    const html = `<html lang="de"><meta name="Description" content=" About  it "><meta name="author" content="A. Writer">
      <meta property="og:site_name" content="Site"><meta property="og:site_name" content="Second"><meta property="article:published_time" content="2024-05-01">
      <meta name="twitter:card" content="summary">
      <link rel="alternate canonical" href="/canon"><script type="application/ld+json">{"@type":"Article"}</script>
      <script type="application/ld+json">{broken</script>`;
    expect(metadataOf(html)).toEqual({
      description: 'About it',
      byline: 'A. Writer',
      siteName: 'Site',
      language: 'de',
      publishedTime: '2024-05-01',
      canonicalUrl: 'https://www.seaport.com/canon',
      openGraph: { 'og:site_name': 'Site', 'article:published_time': '2024-05-01' },
      twitter: { 'twitter:card': 'summary' },
      jsonLd: [{ '@type': 'Article' }],
    });
  });

  it('are absent when it says nothing', () => {
    expect(metadataOf('<p>x')).toEqual({});
  });

  it('take the name of the site from JSON-LD', () => {
    const article = { '@type': 'Article', publisher: { '@id': '#p' } };
    expect(metadataOf(jsonLd(article, { '@id': '#p', '@type': 'Organization', name: 'Port News' })).siteName).toBe(
      'Port News',
    );
  });
});

describe('the byline of a page', () => {
  const article = (author: unknown, type = 'BlogPosting') => jsonLd({ '@type': type, author });
  const head = '<title>Tides</title>';

  it.each([
    ['the author in JSON-LD', article({ '@type': 'Person', name: 'Ann Writer' }), 'Ann Writer'],
    [
      'the author that JSON-LD refers to',
      `${article({ '@id': '#a' })}${jsonLd({ '@type': 'Person', '@id': '#a', name: 'Ann Writer' })}`,
      'Ann Writer',
    ],
    ['all authors, once each', article([{ name: 'Ann' }, 'Ben Clark', { name: 'Ann' }]), 'Ann, Ben Clark'],
    [
      'who asked',
      jsonLd({
        '@type': 'QAPage',
        mainEntity: {
          '@type': 'Question',
          author: { name: 'ann7' },
          suggestedAnswer: { '@type': 'Answer', author: { name: 'ben' } },
        },
      }),
      'ann7',
    ],
    [
      'the author in microdata',
      '<article itemscope itemtype="https://schema.org/Article"><p itemprop="author" itemscope><a itemprop="url"></a><b itemprop="name">Ann Writer</b></p></article>',
      'Ann Writer',
    ],
    [
      'not the author of a comment',
      '<div itemscope itemtype="https://schema.org/Comment"><b itemprop="author">Ben Clark</b></div>',
      undefined,
    ],
    ['the name in the head', '<meta name="author" content="By Ann Writer">', 'Ann Writer'],
    ['no address of a profile', '<meta property="article:author" content="https://e.com/me">', undefined],
    [
      'the name that is shown rather than the account',
      '<meta name="author" content="awriter2"><h1>Tides</h1><p class="byline">By <a>Ann Writer</a>, May 2</p>',
      'Ann Writer',
    ],
    ['the name under the heading', `<h1>Tides</h1><p>By Ann Writer</p>${PROSE}`, 'Ann Writer'],
    ['the name over the heading', `<div>Written by: Ann Writer | 5 min read</div><h1>Tides</h1>${PROSE}`, 'Ann Writer'],
    [
      'a link that says who wrote it',
      `<h1>Tides</h1><ul><li><a rel="author" href="/ann">Ann Writer</a></ul>${PROSE}`,
      'Ann Writer',
    ],
    [
      'the name within a marked line',
      `<h1>Tides</h1><div class="post-author"><span>Posted by</span><a class="username">ann7</a></div>${PROSE}`,
      'ann7',
    ],
    ['nobody named in the text', `<h1>Tides</h1>${PROSE}<p>By Ann Writer</p>`, undefined],
    ['nobody where a sentence begins so', `<h1>Tides</h1><p>By the time we came it was over</p>${PROSE}`, undefined],
    [
      'nobody who bought it',
      `<meta property="og:type" content="product"><h1>Tides</h1><p>By Ann Writer</p>`,
      undefined,
    ],
    ['not the site, of a page that nobody wrote', '<meta name="author" content="Seaport">', undefined],
    [
      'not the firm that publishes an article',
      `${page('og:site_name', 'Port News')}${article({ '@type': 'Organization', name: 'Port News' })}`,
      undefined,
    ],
  ])('is %s', (_name, html, byline) => {
    expect(metadataOf(head + html).byline).toBe(byline);
  });

  it.each([
    ['Julie Tree and Ben Clark, senior educators', 'Julie Tree and Ben Clark'],
    ['Ann Writer, Senior Editor', 'Ann Writer'],
    ['Ann Writer, PhD', 'Ann Writer, PhD'],
    ['Ann Writer, Ben Clark', 'Ann Writer, Ben Clark'],
    ['von Ann Writer · 3. Mai 2024', 'Ann Writer'],
    ['Posted by ann7 on May 3, 2024', 'ann7'],
    ['Byron Sea', 'Byron Sea'],
    ['admin', undefined],
    ['ann@e.com', undefined],
    ['www.e.com', undefined],
    [' ', undefined],
    ['a'.repeat(500), undefined],
  ])('reads %j as %j', (text, name) => {
    expect(personName(text)).toBe(name);
  });
});

describe('the day of publication', () => {
  const article = (dates: object, type = 'Article') => jsonLd({ '@type': type, ...dates });
  const head = '<title>Tides</title>';

  it.each([
    [
      'that of the article in JSON-LD',
      `${page('article:published_time', '2020-01-01')}${article({ datePublished: 'Dec 03, 2025' })}`,
      '2025-12-03',
    ],
    [
      'that in the head, with time and zone',
      page('article:published_time', '2024-05-01 10:00:05 +0200'),
      '2024-05-01T10:00:05+02:00',
    ],
    ['as the page writes it, where it cannot be told', page('article:published_time', '03/04/2024'), undefined],
    [
      'as an article writes it, where it cannot be told',
      page('og:type', 'article') + page('article:published_time', '03/04/2024'),
      '03/04/2024',
    ],
    ['not the day that a web page was made', article({ datePublished: '2020-01-01' }, 'WebPage'), undefined],
    [
      'not the day that a product was put into a shop',
      `${page('og:type', 'product')}${page('article:published_time', '2020-01-01')}`,
      undefined,
    ],
    [
      'that of the question',
      '<div itemscope itemtype="https://schema.org/Question"><time itemprop="dateCreated" datetime="2024-07-18 04:39:31Z">1 year ago</time></div>',
      '2024-07-18T04:39:31Z',
    ],
    [
      'that under the heading',
      `<h1>Tides</h1><p>Ann Writer · <time datetime="2024-05-01">1 May</time></p>${PROSE}`,
      '2024-05-01',
    ],
    ['that under the heading, in words', `<h1>Tides</h1><p>Posted on May 1st, 2024</p>${PROSE}`, '2024-05-01'],
    ['not that of a change', `<h1>Tides</h1><p>Last updated May 1, 2024</p>${PROSE}`, undefined],
    ['none of many that are listed', `<h1>Tides</h1><p>May 1, 2024<p>May 2, 2024<p>May 3, 2024${PROSE}`, undefined],
    ['none within the text', `<h1>Tides</h1>${PROSE}<p>May 1, 2024</p>`, undefined],
  ])('is %s', (_name, html, publishedTime) => {
    expect(metadataOf(head + html).publishedTime).toBe(publishedTime);
  });

  it('is that of an article’s address when it says nothing else', () => {
    const html = `${head}${page('og:type', 'article')}`;
    expect(metadataOf(html, 'https://e.com/2024/05/01/tides').publishedTime).toBe('2024-05-01');
    expect(metadataOf(head, 'https://e.com/2024/05/01/tides').publishedTime).toBeUndefined();
  });

  it('is the day that the page shows, where the head says the same moment in another zone', () => {
    const html = `${article({ datePublished: '2024-05-01T23:30:00Z' })}<h1>Tides</h1><p><time datetime="2024-05-02T04:30:00+0500">May 2</time></p>`;
    expect(metadataOf(head + html).publishedTime).toBe('2024-05-02T04:30:00+05:00');
  });

  it('is kept apart from that of a change', () => {
    const html = `<h1>Tides</h1><p>May 1, 2024</p><p>Updated: June 2, 2024</p>${PROSE}`;
    expect(metadataOf(head + html)).toMatchObject({ publishedTime: '2024-05-01', modifiedTime: '2024-06-02' });
  });

  it.each([
    ['2024-05-01', '2024-05-01'],
    ['2024/5/1', '2024-05-01'],
    ['2024-05-01T10:00:00.123+02:00', '2024-05-01T10:00:00+02:00'],
    ['Wed, 01 May 2024 10:00:00 GMT', '2024-05-01T10:00:00Z'],
    ['May 1, 2024 at 1:05 p.m.', '2024-05-01T13:05'],
    ['1 May 2024', '2024-05-01'],
    ['1. Mai 2024', '2024-05-01'],
    ['1er février 2024', '2024-02-01'],
    ['3 de março de 2024', '2024-03-03'],
    ['1 мая 2024', '2024-05-01'],
    ['2024年5月1日', '2024-05-01'],
    ['1.5.2024', '2024-05-01'],
    ['13/05/2024', '2024-05-13'],
    ['05/13/2024', '2024-05-13'],
    ['20240501', '2024-05-01'],
    ['03/04/2024', undefined],
    ['2023-02-29', undefined],
    ['2024-13-01', undefined],
    ['version 2026-02-25.clover', undefined],
    ['10.0.0.2024', undefined],
    ['May 2024', undefined],
    ['the 1 thing 2024', undefined],
  ])('is read from %j as %j', (text, iso) => {
    expect(findDate(text)?.iso).toBe(iso);
  });
});

describe('a day that is none of publication', () => {
  const film = { '@type': 'VideoObject', name: 'The rope', uploadDate: '2024-03-01' };

  it('is that of a film about what is sold, or on a page of something else', () => {
    expect(metadataOf(jsonLd({ '@type': 'Product', name: 'Rope' }, film)).publishedTime).toBeUndefined();
    expect(metadataOf(jsonLd({ '@type': 'WebPage', name: 'Ropes' }, film)).publishedTime).toBeUndefined();
    expect(metadataOf(jsonLd(film)).publishedTime).toBe('2024-03-01');
  });

  it('is that on which a manual was written by a program: it is one of a change', () => {
    const metadata = metadataOf(jsonLd({ '@type': 'TechArticle', datePublished: '2024-03-01' }));
    expect(metadata.publishedTime).toBeUndefined();
    expect(metadata.modifiedTime).toBe('2024-03-01');
  });

  it('is the first of those that a start page shows', () => {
    const html = '<title>Seaport</title><h1>Seaport</h1><p>March 3, 2024 | 4 min read</p>';
    expect(metadataOf(html, 'https://www.seaport.com/').publishedTime).toBeUndefined();
    expect(metadataOf(html).publishedTime).toBe('2024-03-03');
  });

  it('is that on which a writer joined', () => {
    const html = `<title>Ropes</title><h1>Ropes</h1><p>Registered: 2011-01-27</p><p>#1 2024-08-03 10:59</p>${PROSE}`;
    expect(metadataOf(html).publishedTime).toBe('2024-08-03T10:59');
  });

  it('is that of what is told elsewhere, and so is its writer', () => {
    const teaser = '<h2><a href="/n/1">A ship came in</a></h2><p>By Ann Mast</p><p>March 3, 2024</p>';
    const metadata = metadataOf(`<title>News</title><h1>News</h1>${teaser}`);
    expect(metadata.publishedTime).toBeUndefined();
    expect(metadata.byline).toBeUndefined();
  });
});

describe('the day that a page shows', () => {
  it('is what a long line starts with', () => {
    const html = `<title>Ropes</title><h1>Ropes</h1><p>2019-02-23, 09:14 PM (This post was last changed: 2024-01-05, 03:27 AM by the harbour master.)</p>`;
    expect(metadataOf(html).publishedTime).toBe('2019-02-23T21:14');
  });

  it('has the zone of the reader where the page shows it so', () => {
    const html = `<title>Ropes</title>${jsonLd({ '@type': 'DiscussionForumPosting', datePublished: '2024-04-18T00:13:04+0300' })}
      <h1>Ropes</h1><time datetime="2024-04-17T21:13:04Z">April 18, 2024</time>${PROSE}`;
    expect(metadataOf(html).publishedTime).toMatch(/^2024-04-18/);
  });
});

describe('the name of a writer', () => {
  it('stands on the line after its credit', () => {
    const html = `<title>Ropes</title><h1>Ropes</h1><ul><li>Written by <address>Ann Mast</address></li></ul>${PROSE}`;
    expect(metadataOf(html).byline).toBe('Ann Mast');
  });

  it('is found in a long line of all that is said of a text', () => {
    const more = '<a href="/c/1">Extraordinarily hard-wearing ropeworks</a>, '.repeat(4);
    const html = `<title>Ropes</title><h1>Ropes</h1><div><span class="author"><a href="/a">Ann Mast</a></span> posted in ${more}</div>${PROSE}`;
    expect(metadataOf(html).byline).toBe('Ann Mast');
  });

  it('goes without the rank under it', () => {
    const html = `<title>Ropes</title><h1>Ropes</h1><div class="author_name"><b>oldsalt7</b><br>Harbour master</div>${PROSE}`;
    expect(metadataOf(html).byline).toBe('oldsalt7');
  });

  it('goes without an address for letters', () => {
    expect(personName('Ann Mast <ann at seaport dot com>')).toBe('Ann Mast');
  });
});

describe('the facts of a page made to be slow', () => {
  const html = (body: string, head = '<title>Tides</title>') => `${head}<body>${body}`;
  const many = (text: string, times: number) => text.repeat(times);

  it.each([
    ['headings within headings', html(`${many('<div><h2>', 100)}${many('tides ', 200_000)}`)],
    ['20 000 links', html(`<h1>Tides</h1>${many('<a href="/x" class="author">By Ann</a> ', 20_000)}`)],
    ['one line of a megabyte', html(`<h1>Tides</h1><p>By ${many('Ann ', 250_000)}`)],
    [
      'properties within properties',
      html(many('<i itemprop="author" itemscope itemtype="https://schema.org/Article">', 5_000)),
    ],
    ['a date that never comes', html(`<h1>Tides</h1><p>${many('1 2 3 may ', 50_000)}`)],
    ['a title of separators', html('<h1>Tides</h1>', `<title>${many('a - | : ', 50_000)}</title>`)],
    [
      'meta elements of a megabyte',
      html(
        '',
        `<meta name="author" content="${many('a, ', 300_000)}"><meta name="og:site_name" content="${many('-', 500_000)}">`,
      ),
    ],
  ])('are read: %s', (_name, slow) => {
    expect(factsOf(slow).metadata).toBeDefined();
  });
});
