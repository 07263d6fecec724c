import { describe, expect, it } from 'vitest';
import { collectLinks } from '#src/page/links.js';
import { parseDocument } from '../support/dom.js';

const routes = (html: string) =>
  collectLinks(parseDocument(`<body>${html}`), 'https://a.test/dir/').filter(({ kind }) => kind === 'route');

describe('a place that only a click leads to is listed', () => {
  it.each([
    ['a row', '<table><tr data-href="/row"><td>Row  one</td></tr></table>', 'https://a.test/row', 'Row one'],
    [
      'a router link that has not become one',
      '<router-link to="/about">About</router-link>',
      'https://a.test/about',
      'About',
    ],
    ['a router directive', '<button routerlink="users/1">User</button>', 'https://a.test/dir/users/1', 'User'],
    [
      'an element that calls itself a link',
      '<div role="link" data-url="/card">Card</div>',
      'https://a.test/card',
      'Card',
    ],
    ['a link of an old framework', '<a ng-href="/old">Old</a>', 'https://a.test/old', 'Old'],
    [
      'a handler that sets the location',
      `<div onclick="window.location.href = '/set'">Set</div>`,
      'https://a.test/set',
      'Set',
    ],
    [
      'a handler that assigns it',
      `<i onclick='location.assign("../up"); return false'>Up</i>`,
      'https://a.test/up',
      'Up',
    ],
    [
      'a handler that opens a window',
      `<b onclick="window.open('https://b.test/x', '_blank')">X</b>`,
      'https://b.test/x',
      'X',
    ],
    ['a handler that asks a router', `<b onclick="router.push('/pushed')">P</b>`, 'https://a.test/pushed', 'P'],
  ])('%s', (_, html, url, text) => {
    expect(routes(html)).toEqual([{ url, text, kind: 'route' }]);
  });
});

describe('nothing is taken for such a place', () => {
  it.each([
    ['what a link leads to already', '<a href="/x">X</a><div data-href="/x">X</div>'],
    ['a link with a handler', `<a href="/x" onclick="location='/y'">X</a>`],
    ['what is put together at the click', `<i onclick="location = '/item/' + id">X</i>`],
    [
      'what is still to be filled in',
      '<i data-href="/item/{{ id }}">X</i><router-link to="/users/:id">U</router-link>',
    ],
    ['another scheme', `<i data-href="javascript:alert(1)">X</i><i onclick="location='mailto:a@b'">Y</i>`],
    ['data of something else', '<div data-url="/api/images">X</div><img data-url="/lazy.jpg"><div to="/x">Y</div>'],
    ['a form', '<form action="/search" data-href="/search"><input></form>'],
    ['a place within the page', '<i data-href="#top">Top</i>'],
  ])('%s', (_, html) => {
    expect(routes(html)).toEqual([]);
  });
});

describe('a link within its own page', () => {
  const linksOf = (html: string, head = '') =>
    collectLinks(parseDocument(`<head>${head}</head><body>${html}`), 'https://a.test/dir/').map(({ url }) => url);

  it('is listed where a program shows another page there', () => {
    expect(linksOf('<a href="#/users/1">User</a><a href="#!about">About</a>')).toEqual([
      'https://a.test/dir/#/users/1',
      'https://a.test/dir/#!about',
    ]);
  });

  it('is not where it leads to a part of what is there', () => {
    expect(linksOf('<a href="#below">Below</a><a href="#">Top</a><a href="#a/b">Odd</a>')).toEqual([]);
  });
});
