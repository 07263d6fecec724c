import { expect, it } from 'vitest';
import { isHtmlType, isJsonType, isPdfType, isXmlType, parseMediaType } from '#src/base/media-type.js';

it.each([
  ['text/html; charset=utf-8', { essence: 'text/html', charset: 'utf-8' }],
  ['TEXT/HTML;Charset="GBK"', { essence: 'text/html', charset: 'gbk' }],
  ['application/json', { essence: 'application/json' }],
  ['text/plain; format=flowed; charset=iso-8859-2 ', { essence: 'text/plain', charset: 'iso-8859-2' }],
  ['text/plain;charset=', { essence: 'text/plain' }],
  ['html', { essence: '' }],
  ['text / html', { essence: '' }],
  ['', { essence: '' }],
  [undefined, { essence: '' }],
])('reads %j', (header, expected) => {
  expect(parseMediaType(header)).toEqual(expected);
});

it('tells kinds of content apart', () => {
  expect(['text/html', 'application/xhtml+xml', 'text/plain'].map(isHtmlType)).toEqual([true, true, false]);
  expect(['application/json', 'application/ld+json', 'text/json', 'text/x'].map(isJsonType)).toEqual([
    true,
    true,
    true,
    false,
  ]);
  expect(['text/xml', 'application/rss+xml', 'application/xmlish'].map(isXmlType)).toEqual([true, true, false]);
  expect(['application/pdf', 'text/pdf'].map(isPdfType)).toEqual([true, false]);
});
