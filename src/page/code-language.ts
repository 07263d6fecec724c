import { elementName, elementsNamed } from './walk.js';

/** How highlighters write the language into a class, the clearest first. */
const CLASSES = [
  /(?:^|\s)(?:language|lang|highlight-source|highlight-text)-([\p{L}\p{N}_+#.]+)/iu,
  /(?:^|\s)highlight-(?!source-|text-)([\p{L}\p{N}_+#.-]+)/iu,
  /(?:^|\s)brush:\s*([\p{L}\p{N}_+#.-]+)/iu,
  /(?:^|\s)(?:hljs|sourceCode|highlight|syntaxhighlighter)\s+([\p{L}\p{N}_+#.-]+)/iu,
];
const ATTRIBUTES = ['data-lang', 'data-language', 'data-enlighter-language', 'data-mode-id', 'data-tagsearch-lang'];
/** Words after "highlight-" and the like that say something else. */
const NOT_A_LANGUAGE =
  /^(?:none|plain|text|plaintext|nohighlight|auto|default|hljs|highlight|notranslate|chroma|js-file-line-container|line-numbers|wrapper|container|block|code|table)$/i;
/** Names that need nothing beside them to be taken for a language. */
const LANGUAGES: ReadonlySet<string> = new Set(
  (
    'bash sh shell zsh console powershell batch c cpp c++ csharp c# fsharp java kotlin scala groovy clojure javascript js jsx ' +
    'typescript ts tsx json json5 yaml yml toml ini xml html css scss sass less svg php python py python3 pycon ruby rb perl ' +
    'lua r julia matlab go golang rust swift objectivec dart elixir erlang haskell ocaml lisp scheme sql mysql pgsql graphql ' +
    'dockerfile makefile cmake nginx diff patch markdown md latex tex vim asm nasm wasm solidity zig nim v vue svelte'
  ).split(' '),
);

/**
 * The language of a code block, in lower case: as it or what is around it alone says by its attributes or its classes.
 *
 * @param around the elements around it that are there for nothing else, from the inside out
 */
export function languageOf(block: Element, around: readonly Element[]): string | undefined {
  for (const element of [...elementsNamed(block, 'code').slice(0, 1), block, ...around]) {
    const language = saidLanguage(element);
    if (language !== undefined) return language;
  }
  return undefined;
}

/** A text that names a language and nothing else. */
export function isLanguage(text: string): boolean {
  return LANGUAGES.has(text.toLowerCase());
}

function saidLanguage(element: Element): string | undefined {
  const classes = element.getAttribute('class') ?? '';
  const params = element.getAttribute('data-syntaxhighlighter-params') ?? '';
  const said = [
    ...ATTRIBUTES.map((name) => element.getAttribute(name)),
    ...CLASSES.map((pattern) => pattern.exec(classes)?.[1] ?? pattern.exec(params)?.[1]),
  ];
  const known = said.map((name) => name?.trim().toLowerCase() ?? '').find(isName);
  return known ?? bareLanguage(element, classes);
}

/** A class, or the language of a code block's text, that is a programming language's name by itself. */
function bareLanguage(element: Element, classes: string): string | undefined {
  if (!['pre', 'code'].includes(elementName(element))) return undefined;
  const names = [
    element.getAttribute('lang') ?? '',
    ...classes.split(/\s+/).map((name) => name.replace(/^(?:code-|sh_)/, '')),
  ];
  return names.find(isLanguage)?.toLowerCase();
}

function isName(name: string): boolean {
  return /^[\p{L}\p{N}_+#.-]{1,30}$/u.test(name) && !NOT_A_LANGUAGE.test(name);
}
