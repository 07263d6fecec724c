import { body, redirect, type Scenario, script } from './scenario.js';

const SUBRESOURCES: Readonly<Record<string, string>> = {
  css: '<link rel=stylesheet href="URL">',
  script: '<script src="URL"></script>',
  img: '<img src="URL">',
  srcset: '<picture><source srcset="URL 1x"><img></picture>',
  input: '<input type=image src="URL">',
  video: '<video preload=auto src="URL"></video>',
  poster: '<video poster="URL"></video>',
  audio: '<audio preload=auto src="URL"></audio>',
  object: '<object data="URL"></object>',
  embed: '<embed src="URL">',
  svgimage: '<svg><image href="URL" width=9 height=9 /></svg>',
};

const STYLES: Readonly<Record<string, string>> = {
  import: '@import "URL";',
  font: '@font-face { font-family: f; src: url("URL") } body { font-family: f }',
  background: 'body { background: url("URL") }',
  cursor: 'p { cursor: url("URL"), auto }',
  border: 'div { border: 5px solid; border-image: url("URL") 1 }',
  list: 'li { list-style-image: url("URL") }',
  mask: 'div { mask-image: url("URL") }',
  content: 'p::before { content: url("URL") }',
};

const at = (table: Readonly<Record<string, string>>, http: string): string =>
  Object.entries(table)
    .map(([name, markup]) => markup.replace('URL', `${http}/${name}`))
    .join('\n');

/** B. Subresources. */
export const SUBRESOURCE: readonly Scenario[] = [
  {
    row: 15,
    id: 'subresources',
    does: 'loads every kind of subresource from the canary',
    // A track and an outside <use> must be of the page's own origin: they are here as tripwires.
    pages: (c) => ({
      '': body(`${at(SUBRESOURCES, c.http)}
        <video><track default src="${c.http}/track"></video><svg><use href="${c.http}/use#a"/></svg>`),
    }),
    tries: (c) => Object.keys(SUBRESOURCES).map((name) => `${c.http}/${name}`),
    teeth: 'CH',
  },
  {
    row: 16,
    id: 'css-all',
    does: 'loads the canary by every property of a style sheet',
    pages: (c) => ({
      '': body(`<style>${at(STYLES, c.http)} b { filter: url("${c.http}/filter#f") }</style>
        <p>text<div>box</div><ul><li>x</ul><b>b</b>`),
    }),
    tries: (c) =>
      Object.keys(STYLES)
        // Only a pointer over it would load a cursor.
        .filter((name) => name !== 'cursor')
        .map((name) => `${c.http}/${name}`),
    teeth: 'CH',
  },
  {
    row: 17,
    id: 'svg-doc',
    does: 'is an SVG document that loads the canary',
    pages: (c) => ({
      '': {
        headers: { 'content-type': 'image/svg+xml' },
        body: `<svg xmlns="http://www.w3.org/2000/svg"><image href="${c.http}/svg-image" width="9" height="9"/>
          <script href="${c.http}/svg-script"/><foreignObject width="9" height="9">
          <iframe xmlns="http://www.w3.org/1999/xhtml" src="${c.http}/svg-frame"></iframe></foreignObject>
          <filter id="f"><feImage href="${c.http}/svg-feimage"/></filter><rect filter="url(#f)" width="5" height="5"/></svg>`,
      },
    }),
    teeth: 'CH',
  },
  {
    row: 17,
    id: 'svg-frame',
    does: 'has a frame on an SVG document that loads the canary',
    pages: (c) => ({
      '': body(`<iframe src="${c.here}/image"></iframe>`),
      '/image': {
        headers: { 'content-type': 'image/svg+xml' },
        body: `<svg xmlns="http://www.w3.org/2000/svg"><image href="${c.http}/svg-image" width="9" height="9"/>
          <script href="${c.http}/svg-script"/><foreignObject width="9" height="9">
          <iframe xmlns="http://www.w3.org/1999/xhtml" src="${c.http}/svg-frame"></iframe></foreignObject>
          <filter id="f"><feImage href="${c.http}/svg-feimage"/></filter><rect filter="url(#f)" width="5" height="5"/></svg>`,
      },
    }),
    tries: (c) => ['image', 'script', 'frame', 'feimage'].map((name) => `${c.http}/svg-${name}`),
    teeth: 'CH',
  },
  {
    row: 18,
    id: 'xslt',
    does: 'is XML with a style sheet and an entity at the canary, alone and in a frame',
    pages: (c) => {
      const xml = {
        headers: { 'content-type': 'text/xml' },
        body: `<?xml version="1.0"?><?xml-stylesheet type="text/xsl" href="${c.http}/xslt"?>
          <!DOCTYPE a [<!ENTITY e SYSTEM "${c.http}/entity">]><a>&e;</a>`,
      };
      return { '': body(`<iframe src="${c.here}/xml"></iframe>`), '/xml': xml };
    },
    teeth: '',
  },
  {
    row: 19,
    id: 'favicon',
    does: 'has icons and a manifest at the canary',
    pages: (c) => ({
      // In the head: elsewhere an icon does not count.
      '': `<!doctype html><link rel=icon href="${c.http}/icon"><link rel=apple-touch-icon href="${c.http}/touch">
        <link rel=manifest href="${c.http}/manifest"><body>The page itself.`,
    }),
    tries: (c) => [`${c.http}/icon`],
    teeth: 'C',
  },
  {
    row: 20,
    id: 'link-hints',
    does: 'hints at the canary by link elements',
    pages: (c) => ({
      '': body(`<link rel=preload as=script href="${c.http}/preload"><link rel=prefetch href="${c.http}/prefetch">
        <link rel=modulepreload href="${c.http}/modulepreload"><link rel=prerender href="${c.http}/prerender">
        <link rel=preconnect href="${c.http}"><link rel=dns-prefetch href="//${c.host}">`),
    }),
    tries: (c) => ['preload', 'prefetch', 'modulepreload'].map((name) => `${c.http}/${name}`),
    waitMs: 2_500,
    teeth: 'CH',
  },
  {
    row: 20,
    id: 'link-header',
    does: 'hints at the canary by a Link header',
    pages: (c) => ({
      '': {
        headers: {
          link: `<${c.http}/preload>; rel=preload; as=image, <${c.http}>; rel=preconnect, <${c.http}/prefetch>; rel=prefetch`,
        },
        body: body(''),
      },
    }),
    tries: (c) => [`${c.http}/preload`],
    teeth: 'CH',
  },
  {
    row: 21,
    id: 'media-hls',
    does: 'plays a list at the canary, and a public list of pieces at the canary',
    pages: (c) => ({
      '': body(`<video preload=auto src="${c.http}/list.m3u8"></video>
        <video preload=auto src="${c.here}/list.m3u8"></video>`),
      '/list.m3u8': {
        headers: { 'content-type': 'application/vnd.apple.mpegurl' },
        body: `#EXTM3U\n#EXT-X-TARGETDURATION:1\n#EXTINF:1,\n${c.http}/segment.ts\n#EXT-X-ENDLIST\n`,
      },
    }),
    tries: (c) => [`${c.http}/list.m3u8`],
    teeth: 'CH',
  },
  {
    row: 22,
    id: 'spec-prefetch',
    does: 'has the canary fetched ahead by speculation rules',
    pages: (c) => ({
      '': body(
        `<script type=speculationrules>{"prefetch":[{"source":"list","urls":["${c.http}/ahead"],"eagerness":"immediate"}]}</script>`,
      ),
    }),
    waitMs: 2_000,
    teeth: 'CH',
  },
  {
    row: 22,
    id: 'spec-prerender',
    does: 'has a public page rendered ahead that loads the canary',
    pages: (c) => ({
      '': body(
        `<script type=speculationrules>{"prerender":[{"source":"list","urls":["${c.here}/ahead"],"eagerness":"immediate"}]}</script>`,
      ),
      '/ahead': body(`<img src="${c.http}/prerendered">`),
    }),
    waitMs: 2_500,
    teeth: '',
  },
  {
    row: 23,
    id: 'a-download',
    does: 'downloads the canary',
    pages: (c) => ({
      '': body(`<a id=a href="${c.http}/download" download>x</a><script>a.click()</script>`),
    }),
    tries: (c) => [`${c.http}/download`],
    teeth: 'CH',
  },
  {
    row: 23,
    id: 'a-download-redirect',
    does: 'downloads a public file that redirects to the canary',
    pages: (c) => ({
      '': script(`const link = document.body.appendChild(document.createElement('a'));
        Object.assign(link, { href: '${c.here}/file', download: '' }); link.click()`),
      '/file': redirect(302, `${c.http}/file`),
    }),
    tries: (c) => [`${c.http}/file`],
    teeth: 'CH',
  },
];
