/** What is known of an element by its name alone. */
export interface ElementTraits {
  /** It has no content, and no closing tag. */
  readonly isVoid: boolean;
  /** It never has a box and still carries meaning, or its box says nothing about its content. */
  readonly isBoxless: boolean;
  /** The name it is written with: what only frames may stand in, or nothing would end where it ends, is written as another. */
  readonly tag: string | undefined;
  /** Whoever parses it takes all up to its end for text, or shows none of it. */
  readonly isRaw: boolean;
  /** Whoever parses its opening tag may pass over it, or put the text behind it elsewhere. */
  readonly losesText: boolean;
  /** It may have a shadow root. */
  readonly mayHost: boolean;
  /** It may be a notice over the page: what holds a sentence or is a row of a list is not. */
  readonly mayLieOver: boolean;
}

/** Gives the traits of elements by their local names. Sent to browser pages as text. */
export function elementTraits(): (name: string) => ElementTraits {
  const VOID = new Set('area base br col embed hr img input link meta param source track wbr'.split(' '));
  const BOXLESS = new Set(
    'html head body title base link meta script source track area col option optgroup param br wbr'.split(' '),
  );
  const HOSTS = new Set(
    'article aside blockquote body div footer h1 h2 h3 h4 h5 h6 header main nav p section span'.split(' '),
  );
  const IN_LINE = new Set(
    `a abbr b button caption circle cite code dd del dl dt em figure figcaption g h1 h2 h3 h4 h5 h6 i img input ins kbd
    label li mark ol optgroup option p path picture pre q rect s samp select small span strong sub sup svg table tbody td
    textarea tfoot th thead time tr u ul use var`.split(/\s+/),
  );
  const TAGS = new Map([
    ['frameset', 'div'],
    ['plaintext', 'pre'],
    ['xmp', 'pre'],
  ]);
  const RAW = new Set('iframe frame noembed noframes title'.split(' '));
  // Text in a table is put before it, cells count in a table only, and a form does not in another.
  const LOSING = new Set('html head body table caption colgroup thead tbody tfoot tr td th form select'.split(' '));
  const known = new Map<string, ElementTraits>();
  return (name) => {
    let traits = known.get(name);
    if (traits === undefined) {
      const isBoxless = BOXLESS.has(name);
      const mayHost = HOSTS.has(name) || name.includes('-');
      traits = {
        isVoid: VOID.has(name),
        isBoxless,
        tag: TAGS.get(name),
        isRaw: RAW.has(name),
        losesText: LOSING.has(name),
        mayHost,
        mayLieOver: !isBoxless && !IN_LINE.has(name),
      };
      known.set(name, traits);
    }
    return traits;
  };
}
