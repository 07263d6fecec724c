import { expect, it } from 'vitest';
import { readArticle } from '#src/page/article.js';
import { parseDocument } from '../support/dom.js';

const PROSE = `<p>${'A sentence of an article, with a comma in it. '.repeat(12)}</p>`;

it('finds the content of an article', () => {
  expect(readArticle(parseDocument(`<body><article>${PROSE.repeat(5)}</article>`))?.take().textContent).toContain(
    'A sentence',
  );
});

it('is not asked about blocks in blocks, which would be read again at every level', () => {
  const nested = (levels: number) => `${'<div>'.repeat(levels)}${PROSE}${'</div>'.repeat(levels)}`;
  expect(readArticle(parseDocument(`<body>${nested(20).repeat(60)}`))).toBeDefined();
  expect(readArticle(parseDocument(`<body>${nested(120).repeat(60)}`))).toBeUndefined();
});

it('is not asked about more elements than any article has', () => {
  expect(readArticle(parseDocument(`<body>${PROSE}${'<i>x</i>'.repeat(40_001)}`))).toBeUndefined();
});

it('gives it as it stands in the page, and changes nothing before', () => {
  const document = parseDocument(
    `<body><nav><a href="/a">Away</a></nav><article class="story">${PROSE.repeat(5)}</article>`,
  );
  const before = document.body.innerHTML;
  const article = readArticle(document);
  expect(document.body.innerHTML).toBe(before);
  expect(article?.take().textContent).not.toContain('Away');
  expect(article?.words).toBeGreaterThan(500);
});

it.each([
  ['a short line', '<p>Costs 42'],
  ['a list of a word or two', '<ul><li>Monday<li>Tuesday</ul>'],
])('keeps what stands beside a single paragraph and leads nowhere: %s', (_, after) => {
  const content = readArticle(parseDocument(`<body>${PROSE}${after}`))?.take().textContent;
  expect(content).toMatch(/A sentence.*(?:Costs 42|Monday.*Tuesday)/s);
});
