import { describe, expect, it } from 'vitest';
import { cleanMarkup } from '#src/page/clean-markup.js';

describe('cleaned HTML', () => {
  it.each([
    ['scripts and style sheets', '<p>a<script>if (1 < 2) "</p>"</script><style>p{}</style>b</p>', '<p>ab</p>'],
    ['what stands for scripts', '<p>a<noscript><img src=x></noscript><template><p>t</p></template>b</p>', '<p>ab</p>'],
    ['comments, and keeps the doctype', '<!DOCTYPE html><!-- c --><p>a</p>', '<!DOCTYPE html><p>a</p>'],
    [
      'looks and handlers',
      '<a class="x y" href="/p" onclick="go()" style="color:red" id=i>t</a>',
      '<a href="/p" id=i>t</a>',
    ],
    ['our own marks', '<p data-pageward-layout="1" data-x="2">a</p>', '<p data-x="2">a</p>'],
    [
      'what is marked as hidden, with all that is in it',
      '<div data-pageward-hidden="display"><div>x</div>y</div><p>a</p><img data-pageward-hidden="display"><p>b</p>',
      '<p>a</p><p>b</p>',
    ],
    ['blank lines', '<p>a</p>\n\n   \n<p>b</p>', '<p>a</p>\n<p>b</p>'],
  ])('leaves out %s', (_, html, expected) => {
    expect(cleanMarkup(html)).toBe(expected);
  });

  it('keeps text, structure, links and pictures as they are', () => {
    const html =
      '<main><h1>A &amp; B</h1><table><tr><td colspan="2">x</td></tr></table><img src="a.png" alt="b"></main>';
    expect(cleanMarkup(html)).toBe(html);
  });
});
