import { describe, expect, it } from 'vitest';
import { markdownOf, type Row } from '../support/markdown-of.js';

describe('the head of a table is', () => {
  it.each<Row>([
    [
      'what stands in its head, though of plain cells',
      '<table><thead><tr><td>a<td>b<tbody><tr><td>1<td>2</table>',
      '| a | b |\n| --- | --- |\n| 1 | 2 |',
    ],
    [
      'a first row that alone is in bold',
      '<table><tr><td><b>Name</b><td><strong>Age</strong><tr><td>x<td>3</table>',
      '| **Name** | **Age** |\n| --- | --- |\n| x | 3 |',
    ],
    [
      'the first of two rows',
      '<table><thead><tr><th colspan=2>G<th rowspan=2>T<tr><th>a<th>b<tbody><tr><td>1<td>2<td>3</table>',
      '| G |  | T |\n| --- | --- | --- |\n| a | b |  |\n| 1 | 2 | 3 |',
    ],
    [
      'a row whose corner is empty',
      '<table><tr><td></td><th>A<th>B<tr><th>r<td>1<td>2</table>',
      '|  | A | B |\n| --- | --- | --- |\n| r | 1 | 2 |',
    ],
    [
      'no row that begins with the head of a row',
      '<table><tr><th scope=row>a<td>1<tr><th scope=row>b<td>2</table>',
      '|  |  |\n| --- | --- |\n| a | 1 |\n| b | 2 |',
    ],
    [
      'a title across it',
      '<table class="infobox"><tr><th colspan=2>Title<tr><td colspan=2><img src="/i.jpg"><tr><th>Born<td>1900<tr><th>Died<td>1990</table>',
      '| Title |  |\n| --- | --- |\n| ![](https://e.com/i.jpg) |  |\n| Born | 1900 |\n| Died | 1990 |',
    ],
    [
      'empty where it is written empty',
      '<table><thead><tr><th></th><th></th></tr></thead><tbody><tr><td>a<td>b</table>',
      '|  |  |\n| --- | --- |\n| a | b |',
    ],
    ['all there is', '<table><tr><th>a<th>b</table>', '| a | b |\n| --- | --- |'],
  ])('%s', (_name, html, markdown) => {
    expect(markdownOf(html)).toBe(markdown);
  });
});

describe('a table', () => {
  it.each<Row>([
    [
      'holds another in a line',
      '<table><tr><th>k<th>v<tr><td>x<td><table><tr><td>p<td>q<tr><td>r<td>s</table></table>',
      '| k | v |\n| --- | --- |\n| x | p, q<br>r, s |',
    ],
    [
      'that lays out others gives its place to them',
      '<table><tr><td><table><tr><th>a<th>b<tr><td>1<td>2</table><td>side</table>',
      '| a | b |\n| --- | --- |\n| 1 | 2 |\n\nside',
    ],
    [
      'is aligned by classes and attributes',
      '<table><tr><th class="text-center">a<th class="has-text-align-right" data-align="right">b<th align=left>c<tr><td>1<td>2<td>3</table>',
      '| a | b | c |\n| :---: | ---: | :--- |\n| 1 | 2 | 3 |',
    ],
    [
      'is aligned by its columns',
      '<table><colgroup><col align="right"><col style="text-align:center"></colgroup><tr><th>a<th>b<tr><td>1<td>2</table>',
      '| a | b |\n| ---: | :---: |\n| 1 | 2 |',
    ],
    [
      'is aligned by its first rows',
      '<table><tr><th>a<th>b<tr><td>1<td style="text-align: right">2<tr><td>1<td style="text-align: right">2</table>',
      '| a | b |\n| --- | ---: |\n| 1 | 2 |\n| 1 | 2 |',
    ],
    [
      'has code in a cell',
      '<table><tr><th>c<th>d<tr><td>x<td><pre>a|b\n  c</pre></table>',
      '| c | d |\n| --- | --- |\n| x | `a\\|b`<br>`c` |',
    ],
    [
      'has no markers of blocks in a cell',
      '<table><tr><th>c<th>d<tr><td><h4>x</h4>y<td><blockquote>q</blockquote><hr></table>',
      '| c | d |\n| --- | --- |\n| x<br>y | q |',
    ],
    ['has breaks in a cell', '<table><tr><th>c<tr><td>a<br>b<br><br>c</table>', '| c |\n| --- |\n| a<br>b<br>c |'],
    [
      'has pipes in a link',
      '<table><tr><th>c<tr><td><a href="/x|y" title="t|u">a|b</a></table>',
      '| c |\n| --- |\n| [a\\|b](https://e.com/x\\|y "t\\|u") |',
    ],
    ['has a caption', '<table><caption>Cap <b>x</b></caption><tr><th>a</table>', 'Cap **x**\n\n| a |\n| --- |'],
    [
      'has a cell of three rows',
      '<table><tr><th>a<th>b<tr><td rowspan=3>1<td>2<tr><td>3<tr><td>4</table>',
      '| a | b |\n| --- | --- |\n| 1 | 2 |\n|  | 3 |\n|  | 4 |',
    ],
    [
      'has a cell of all rows',
      '<table><tr><th>a<th>b<tr><td rowspan=0>1<td>2<tr><td>3</table>',
      '| a | b |\n| --- | --- |\n| 1 | 2 |\n|  | 3 |',
    ],
    [
      'has a row longer than its head',
      '<table><tr><th>a<th>b<th>c<tr><td>1<tr><td>1<td>2<td>3<td>4</table>',
      '| a | b | c |  |\n| --- | --- | --- | --- |\n| 1 |\n| 1 | 2 | 3 | 4 |',
    ],
    [
      'has no rows without text',
      '<table><tr><th>a<th>b<tr><td><td><tr><td>1<td></table>',
      '| a | b |\n| --- | --- |\n| 1 |  |',
    ],
    [
      'has a column without text',
      '<table><tr><th>a<th></th><th>b<tr><td>1<td></td><td>2</table>',
      '| a |  | b |\n| --- | --- | --- |\n| 1 |  | 2 |',
    ],
    ['stands in a list', '<ul><li>t<table><tr><th>a<tr><td>1</table></ul>', '- t\n\n  | a |\n  | --- |\n  | 1 |'],
    [
      'stands in a quotation',
      '<blockquote><table><tr><th>a<tr><td>1</table></blockquote>',
      '> | a |\n> | --- |\n> | 1 |',
    ],
    ['stands in a text', 'text<table><tr><th>a<tr><td>1</table>more', 'text\n\n| a |\n| --- |\n| 1 |\n\nmore'],
    [
      'is one by its roles',
      '<div role="table"><div role="row"><div role="columnheader">A</div><div role="columnheader">B</div></div><div role="row"><div role="cell">1</div><div role="cell">2</div></div></div>',
      '| A | B |\n| --- | --- |\n| 1 | 2 |',
    ],
    [
      'has footnote signs',
      '<table><tr><th>p<tr><td>*p < 0.05<tr><td>5*</table>',
      '| p |\n| --- |\n| *p < 0.05 |\n| 5* |',
    ],
    ['has dashes for text', '<table><tr><th>a<th>b<tr><td>-<td>---</table>', '| a | b |\n| --- | --- |\n| - | --- |'],
    [
      'has several bodies',
      '<table><tr><th>a</tr><tbody><tr><td>1</tbody><tbody><tr><td>2</tbody></table>',
      '| a |\n| --- |\n| 1 |\n| 2 |',
    ],
    [
      'has a list in a cell',
      '<table><tr><th>a<tr><td>x<ol><li>1<ul><li>n</ul><li>2</ol></table>',
      '| a |\n| --- |\n| x<br>1. 1<br>- n<br>2. 2 |',
    ],
    [
      'has hidden cells',
      '<table><tr><th>a<th style="display:none">h<tr><td>1<td style="display:none">2</table>',
      '| a |\n| --- |\n| 1 |',
    ],
    [
      'has pictures only',
      '<table><tr><td><img src="/a.png" alt="A"><td><img src="/b.png" alt="B"></table>',
      '|  |  |\n| --- | --- |\n| ![A](https://e.com/a.png) | ![B](https://e.com/b.png) |',
    ],
    [
      'lays out a page',
      '<table><tr><td width=200><ul><li><a href=/a>Nav</a></ul><td><h1>T</h1><p>Text one is here.</p><p>Two</p></table>',
      '- [Nav](https://e.com/a)\n\n# T\n\nText one is here.\n\nTwo',
    ],
    [
      'has boxes that are ticked',
      '<table><tr><th>a<th>b<tr><td>x<td><input type=checkbox checked><tr><td>y<td><input type=checkbox></table>',
      '| a | b |\n| --- | --- |\n| x | [x] |\n| y | [ ] |',
    ],
  ])('%s', (_name, html, markdown) => {
    expect(markdownOf(html)).toBe(markdown);
  });
});
