/** Elements that stand on lines of their own. */
export const BLOCK_ELEMENTS: ReadonlySet<string> = new Set(
  (
    'address article aside blockquote body caption center dd details dialog dir div dl dt fieldset figcaption figure footer ' +
    'form h1 h2 h3 h4 h5 h6 header hgroup hr html legend li main menu nav ol optgroup option p pre search section ' +
    'summary table tbody td tfoot th thead tr ul'
  ).split(' '),
);

/** Elements whose content is not text of the page, with everything in them. */
export const UNREAD_ELEMENTS: ReadonlySet<string> = new Set(
  'script style noscript template svg canvas iframe object embed applet head title'.split(' '),
);

export const HEADINGS: ReadonlySet<string> = new Set(['h1', 'h2', 'h3', 'h4', 'h5', 'h6']);
