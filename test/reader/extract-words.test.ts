import { expect, it } from 'vitest';
import { extract } from '#src/reader/extract.js';

it.each([
  [
    'leave out the head, comments and scripts',
    '<!doctype html><head><title>Docs</title><style>x</style></head><!-- c --><h1>Hello</h1><script>n()</script><p>Some &amp; text',
    'Hello\nSome & text',
  ],
  ['join inline markup', '<p>so<b>me</b>thing</p>', 'something'],
  ['are a line for each block and each line break', '<p>a<br>b</p><p>c</p>', 'a\nb\nc'],
  ['mind a bracket in an attribute', '<p><a href="a>b">x</a></p>', 'x'],
  ['decode character references once', '<p>&lt;p&gt; stays text, &amp;lt; too</p>', '<p> stays text, &lt; too'],
  ['end where a script is never closed', '<p>keep</p><script>never', 'keep'],
  ['end where a comment is never closed', '<p>keep</p><!-- never', 'keep'],
  ['take a closed br for one', '<p>a<br/>b</p>', 'a\nb'],
  ['mind spaces in an end tag', '<div>x</div ><div>y</div>', 'x\ny'],
  ['trim what is indented', '<div>\n    <div>\n      <p>\n        hi\n      </p></div></div>', 'hi'],
  ['are a line for each item of a list', '<ul><li>one</li><li>two</li></ul>', 'one\ntwo'],
  ['are text without tags as it is', 'text without tags', 'text without tags'],
  ['are nothing of nothing', '', ''],
  ['keep a bracket that opens no tag', '<p>a < b and c</p>', 'a < b and c'],
  ['take a reference without a semicolon', '<p>Tools &amp agents</p>', 'Tools & agents'],
  ['know tags in capitals', '<P>A</P><SCRIPT>x()</SCRIPT><P>B</P>', 'A\nB'],
  ['mind a quote that belongs to no attribute', '<p title=it\'s>a</p><p ">b</p>', 'a\nb'],
])('the words of a page %s', async (_, html, text) => {
  expect((await extract(html)).text).toBe(text);
});
