import { describe, expect, it } from 'vitest';
import { reasonToRender } from '#src/reader/needs-browser.js';

const prose = 'The harbour master wrote down every ship that came in, and the weather it came in with. '.repeat(12);

const MENU =
  'Home Shop News About us Contact Help Imprint Terms Privacy Jobs Press Login Register Basket Wishlist Stores Returns Delivery Sizes Gifts Sale Blog';

describe('a page needs a browser', () => {
  it.each([
    ['an empty root with a bundle', '<div id="root"></div><script src="/assets/index-4f3a.js"></script>', ''],
    [
      'an empty root with a comment and a notice',
      `<div id=app><!-- app --><noscript>On, please</noscript></div><script type=module src=/x.js></script>`,
      'On, please',
    ],
    ['an empty custom element', '<app-root></app-root><script src="runtime.js"></script>', ''],
    [
      'a plea in the text',
      '<p>Please enable JavaScript to continue.</p><script src=/a.js></script>',
      'Please enable JavaScript to continue.',
    ],
    [
      'a plea in noscript',
      '<body><noscript>You need to enable JavaScript to run this app.</noscript><script src=/a.js></script>',
      '',
    ],
    [
      'hydration data without content',
      '<div></div><script id="__NEXT_DATA__" type="application/json">{}</script><script src=/_next/a.js></script>',
      'Menu',
    ],
    ['a placeholder', '<p>Loading…</p><script src=/x.js></script>', 'Loading…'],
    ['a meta refresh', '<meta http-equiv="refresh" content="0;url=/real"><p>Moved</p>', 'Moved'],
    ['a script that navigates', `<script>window.location = '/real'</script>`, ''],
    ['a shell beside a bundle', '<h1>Shop</h1><script src="/static/main.3f2.js"></script>', 'Shop'],
    ['an empty main beside a menu', `<main></main><script src="/app.js"></script>`, MENU],
    ['a part marked as busy', '<div aria-busy="true"></div><script src="/x.js"></script>', MENU],
    ['a skeleton', `${'<i class="card-skeleton"></i>'.repeat(3)}<script src="/x.js"></script>`, MENU],
    ['a loading line beside a menu', '<p>Loading…</p><script src="/x.js"></script>', `${MENU}\nLoading…\nImprint`],
    ['a word beside much inline script', `<p>Hi</p><script>${'render();'.repeat(100)}</script>`, 'Hi'],
  ])('when it is %s', (_, html, text) => {
    expect(reasonToRender({ html, text })).toBeTypeOf('string');
  });

  it('says how little text stands beside how many scripts', () => {
    const html = '<h1>Shop</h1><script src="/static/main.3f2.js"></script>';
    expect(reasonToRender({ html, text: 'Shop' })).toBe('it has 1 word beside 1 script');
    expect(reasonToRender({ html: html + html, text: '' })).toBe('it has 0 words beside 2 scripts');
  });
});

describe('a page stands as it is', () => {
  it.each([
    [
      'it has enough words, whatever its scripts',
      `<div id="root"></div><script src="/index.js"></script>`,
      prose.repeat(2),
    ],
    ['it has no script at all', '<div id="root"></div>', ''],
    [
      'it is short and carries only analytics',
      '<p>Out to lunch. Back at two.</p><script src="https://stats.example/a.js"></script>',
      'Out to lunch. Back at two.',
    ],
    [
      'a menu is all there is, and scripts are few',
      '<nav></nav><script src="https://stats.example/a.js"></script>',
      MENU,
    ],
    ['it carries only data', '<p>Hi</p><script type="application/ld+json">{"@type":"Thing"}</script>', 'Hi'],
    [
      'its root is filled by the server',
      `<div id="root"><p>${prose}</p></div><script src="/index.js"></script>`,
      prose,
    ],
  ])('when %s', (_, html, text) => {
    expect(reasonToRender({ html, text })).toBeUndefined();
  });
});

it.each([
  '<script>',
  '<div id=root>',
  '<app-root>',
  '<noscript>',
  '<div id="root"><!--',
  '<main>',
  '<a class="skeleton',
  '<a aria-busy=true',
  '<template ',
  '<',
  'javascript ',
])('judges half a megabyte of %j in no time', (piece) => {
  const html = `<script>x</script>${piece.repeat(500_000 / piece.length)}`;
  const started = performance.now();
  reasonToRender({ html, text: 'x' });
  expect(performance.now() - started).toBeLessThan(2_000);
});
