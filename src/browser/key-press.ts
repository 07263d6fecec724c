/** One key as `Input.dispatchKeyEvent` wants it. */
export interface KeyPress {
  readonly key: string;
  readonly code: string;
  readonly windowsVirtualKeyCode: number;
  /** What it types; absent of a key that types nothing. */
  readonly text?: string;
  readonly modifiers: number;
}

type Key = Omit<KeyPress, 'modifiers'>;

const SHIFT = 8;
const MODIFIERS = new Map([
  ['Alt', 1],
  ['Control', 2],
  ['Meta', 4],
  ['Shift', SHIFT],
]);

/** Keys that have a name, by it: virtual key code, and what they type. */
const NAMED = new Map<string, readonly [code: number, text?: string]>([
  ['Backspace', [8]],
  ['Tab', [9]],
  ['Enter', [13, '\r']],
  ['Escape', [27]],
  ['Space', [32, ' ']],
  ['PageUp', [33]],
  ['PageDown', [34]],
  ['End', [35]],
  ['Home', [36]],
  ['ArrowLeft', [37]],
  ['ArrowUp', [38]],
  ['ArrowRight', [39]],
  ['ArrowDown', [40]],
  ['Insert', [45]],
  ['Delete', [46]],
]);

/** A key by its name, `Control+Shift+a` with its modifiers; `undefined` when there is none of that name. */
export function keyPressOf(name: string): KeyPress | undefined {
  const parts = name === '+' ? ['+'] : name.replace(/\+\+$/, '+plus').split('+');
  const last = parts.pop() ?? '';
  const held = parts.map((part) => MODIFIERS.get(part));
  const key = keyOf(last === 'plus' && name.endsWith('+') ? '+' : last);
  if (key === undefined || held.includes(undefined)) return undefined;
  const modifiers = held.reduce<number>((sum, bit = 0) => sum | bit, 0);
  if ((modifiers & ~SHIFT) === 0) return { ...key, modifiers };
  // With Control held, `a` is a command and types nothing.
  const { text: _, ...silent } = key;
  return { ...silent, modifiers };
}

function keyOf(name: string): Key | undefined {
  const [virtual, text] = NAMED.get(name) ?? [];
  if (virtual !== undefined) {
    const key = name === 'Space' ? ' ' : name;
    return { key, code: name, windowsVirtualKeyCode: virtual, ...(text === undefined ? {} : { text }) };
  }
  const [, number] = /^F([1-9]|1[0-2])$/.exec(name) ?? [];
  if (number !== undefined) return { key: name, code: name, windowsVirtualKeyCode: 111 + Number(number) };
  if ([...name].length !== 1) return undefined;
  const upper = name.toUpperCase();
  const isLetter = /^[A-Z]$/.test(upper);
  const isDigit = /^\d$/.test(name);
  return {
    key: name,
    code: isLetter ? `Key${upper}` : isDigit ? `Digit${name}` : '',
    windowsVirtualKeyCode: isLetter || isDigit ? upper.charCodeAt(0) : 0,
    text: name,
  };
}
