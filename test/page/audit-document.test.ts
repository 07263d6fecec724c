import { describe, expect, it } from 'vitest';
import { auditDocument } from '#src/page/audit-document.js';
import { parseDocument } from '../support/dom.js';

const audit = (html: string, url = 'https://site.example/a/') => auditDocument(parseDocument(html), url);

describe('the audit of a document', () => {
  it('notes images that have no text, but for those that need none', () => {
    const html = `<img src="one.png"><img src="two.png" alt=""><img src="three.png" role="presentation">
      <img src="four.png" aria-hidden="true"><img src="five.png" aria-label="five"><img src="one.png"><img>`;
    expect(audit(html)).toEqual({
      imagesWithoutAlt: { count: 3, urls: ['https://site.example/a/one.png'] },
    });
  });

  it('notes what a page of https includes by http, and not what it links to', () => {
    const html = `<base href="http://old.example/"><a href="http://x.example/">a link</a><link rel="canonical" href="http://x.example/">
      <link rel="stylesheet" href="http://s.example/style.css"><script src="http://s.example/run.js"></script>
      <img alt="" srcset="http://s.example/small.png 1x, https://s.example/large.png 2x"><iframe src="relative"></iframe>
      <video poster="data:image/png;base64,x"></video><img alt="" src="same.png">`;
    const { mixedContent } = audit(html);
    expect([...(mixedContent?.urls ?? [])].sort()).toEqual([
      'http://old.example/relative',
      'http://old.example/same.png',
      'http://s.example/run.js',
      'http://s.example/small.png',
      'http://s.example/style.css',
    ]);
    expect(mixedContent?.count).toBe(5);
    expect(audit(html, 'http://site.example/').mixedContent).toBeUndefined();
  });

  it('has what the head says, and nothing in its place', () => {
    const head = '<title> A title </title><meta name="Description" content=" What it is about. ">';
    expect(audit(head)).toEqual({ documentTitle: 'A title', metaDescription: 'What it is about.' });
    const instead =
      '<title> </title><meta property="og:title" content="x"><meta name="description"><svg><title>x</title></svg><h1>x</h1>';
    expect(audit(instead)).toEqual({});
    expect(audit(`<title>${'long'.repeat(500)}</title>`).documentTitle).toHaveLength(500);
  });

  it('notes ten of many', () => {
    const html = Array.from({ length: 30 }, (_, at) => `<img src="${at}.png">`).join('');
    const { imagesWithoutAlt } = audit(html);
    expect(imagesWithoutAlt).toMatchObject({ count: 30, urls: expect.objectContaining({ length: 10 }) });
  });

  it('finds nothing amiss in a page that is well', () => {
    expect(audit('<img src="a.png" alt="A picture"><script src="https://s.example/run.js"></script>')).toEqual({});
  });
});
