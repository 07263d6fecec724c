export const ESCAPE = String.raw`\\(?:[0-9a-f]{1,6}\s?|[^\n])`;
export const IDENTIFIER = String.raw`(?:--|-?(?:[a-z_\u0080-\uffff]|${ESCAPE}))(?:[\w\u0080-\uffff-]|${ESCAPE})*`;

/** The rest of a selector that is read from its start. */
export class SelectorSource {
  readonly text: string;
  at = 0;

  constructor(text: string) {
    this.text = text.trim();
  }

  take(pattern: RegExp): RegExpExecArray | undefined {
    pattern.lastIndex = this.at;
    const found = pattern.exec(this.text);
    if (found === null) return undefined;
    this.at = pattern.lastIndex;
    return found;
  }

  fail(): never {
    throw new SyntaxError(`${this.text} is not a selector that is known here`);
  }
}

/** Whether a text of words parted by white space has this one. */
export function hasToken(text: string, token: string): boolean {
  for (let at = text.indexOf(token); at >= 0; at = text.indexOf(token, at + 1)) {
    if (isGap(text.charAt(at - 1)) && isGap(text.charAt(at + token.length))) return true;
  }
  return false;
}

function isGap(character: string): boolean {
  return character === '' || /[ \t\n\f\r]/.test(character);
}

export function unescaped(name: string): string {
  return name.replace(/\\(?:([0-9a-f]{1,6})\s?|([^\n]))/gi, (_, code: string | undefined, character: string) =>
    code === undefined ? character : String.fromCodePoint(Math.min(Number.parseInt(code, 16), 0x10ffff)),
  );
}
