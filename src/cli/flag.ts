import { UsageError } from '../base/errors.js';
import type { ScrollOption } from '../browser/scroll-option.js';
import type { WaitFor } from '../browser/wait-condition.js';

/**
 * One setting of the command line. It is written in the table under its configuration key (`maxChars`), which also makes
 * its flag (`--max-chars`) and its environment twin (`PAGEWARD_MAX_CHARS`).
 */
export interface Flag<Value> {
  readonly help: string;
  /** `switch`: no value; `value`: one; `list`: repeatable; `open-list`: repeatable, and `true` when bare. */
  readonly kind: 'switch' | 'value' | 'list' | 'open-list';
  /** How the value is called in the help, and what separates values in the environment. */
  readonly metavar?: string;
  readonly short?: string;
  readonly separator?: RegExp;
  /** Makes the value of what was written. Throws a sentence fragment such as `must be a whole number`. */
  readonly parse: (written: readonly string[]) => Value;
}

export type FlagTable = Readonly<Record<string, Flag<unknown>>>;

/** The values of a table: absent where nobody gave one. */
export type FlagValues<Table extends FlagTable> = {
  readonly [Key in keyof Table]?: Table[Key] extends Flag<infer Value> ? Value : never;
};

/** What stands for "everything" in an open list. */
export const EVERYTHING = 'true';

export function switchFlag(help: string, more: { short?: string } = {}): Flag<boolean> {
  return {
    ...more,
    help,
    kind: 'switch',
    parse([written = '']) {
      if (/^(?:1|true|yes|on)$/i.test(written)) return true;
      if (/^(?:0|false|no|off|)$/i.test(written)) return false;
      throw new RangeError('must be true or false');
    },
  };
}

export function textFlag(metavar: string, help: string, more: { short?: string } = {}): Flag<string> {
  return { ...more, help, metavar, kind: 'value', parse: ([written = '']) => nonEmpty(written) };
}

export function choiceFlag<const Choice extends string>(choices: readonly Choice[], help: string): Flag<Choice> {
  return {
    help,
    metavar: choices.join('|'),
    kind: 'value',
    parse([written]) {
      const choice = choices.find((candidate) => candidate === written);
      if (choice === undefined) throw new RangeError(`must be one of ${choices.join(', ')}`);
      return choice;
    },
  };
}

export function numberFlag(metavar: string, min: number, help: string, max = Number.MAX_SAFE_INTEGER): Flag<number> {
  return {
    help,
    metavar,
    kind: 'value',
    parse([written = '']) {
      const value = Number(written);
      if (/^\d+$/.test(written) && value >= min && value <= max) return value;
      throw new RangeError(
        `must be a whole number ${max < Number.MAX_SAFE_INTEGER ? `from ${min} to ${max}` : `of at least ${min}`}`,
      );
    },
  };
}

/** Milliseconds, or a number with its unit: `1500`, `1500ms`, `1.5s`, `2m`. */
export function durationFlag(metavar: string, help: string): Flag<number> {
  return {
    help,
    metavar,
    kind: 'value',
    parse([written = '']) {
      const [, amount, unit = 'ms'] = /^(\d+(?:\.\d+)?)(ms|s|m)?$/.exec(written) ?? [];
      if (amount === undefined) throw new RangeError('must be milliseconds, or a number with its unit such as 30s');
      return Math.round(Number(amount) * (unit === 'm' ? 60_000 : unit === 's' ? 1_000 : 1));
    },
  };
}

/** What to wait for on a page: a selector, milliseconds, one of the browser's events, or an expression after `js:`. */
export function waitFlag(metavar: string, help: string): Flag<WaitFor> {
  return {
    help,
    metavar,
    kind: 'value',
    parse([written = '']) {
      if (/^\d+$/.test(written)) return { delayMs: Number(written) };
      if (written === 'load' || written === 'domcontentloaded' || written === 'commit') return written;
      if (written.startsWith('js:')) return { expression: nonEmpty(written.slice(3)) };
      return { selector: nonEmpty(written) };
    },
  };
}

/** Width and height, written `1280x720`. */
export function sizeFlag(help: string): Flag<{ width: number; height: number }> {
  return {
    help,
    metavar: 'WIDTHxHEIGHT',
    kind: 'value',
    parse([written = '']) {
      const [, width, height] = /^(\d+)[x×](\d+)$/i.exec(written) ?? [];
      if (width === undefined) throw new RangeError('must be a width and a height such as 1280x720');
      return { width: Number(width), height: Number(height) };
    },
  };
}

/** How far to scroll: `auto`, or a number of screens. */
export function scrollFlag(metavar: string, help: string): Flag<ScrollOption> {
  return {
    help,
    metavar,
    kind: 'value',
    parse([written = '']) {
      if (written === 'auto') return 'auto';
      if (/^[1-9]\d{0,2}$/.test(written)) return Number(written);
      throw new RangeError('must be auto, or a number of screens from 1 to 999');
    },
  };
}

export function listFlag(metavar: string, help: string, separator = /[,\s]+/): Flag<readonly string[]> {
  return { help, metavar, separator, kind: 'list', parse: (written) => written.map(nonEmpty) };
}

/** Some of several choices, apart or joined by commas. */
export function choicesFlag<const Choice extends string>(
  choices: readonly Choice[],
  help: string,
): Flag<readonly Choice[]> {
  return {
    help,
    metavar: 'NAME',
    separator: /[,\s]+/,
    kind: 'list',
    parse(written) {
      const names = written.flatMap((part) => part.split(',')).filter((name) => name !== '');
      const chosen = choices.filter((choice) => names.includes(choice));
      if (names.length > 0 && names.every((name) => chosen.some((choice) => choice === name))) return chosen;
      throw new RangeError(`must be some of ${choices.join(', ')}`);
    },
  };
}

/** Port numbers, apart or joined by commas. */
export function portsFlag(help: string): Flag<readonly number[]> {
  return {
    help,
    metavar: 'PORT',
    separator: /[,\s]+/,
    kind: 'list',
    parse(written) {
      const ports = written.flatMap((part) => part.split(',')).map(Number);
      if (ports.every((port) => Number.isInteger(port) && port > 0 && port < 65_536)) return ports;
      throw new RangeError('must be port numbers');
    },
  };
}

/** A list that means everything when it is given bare, or as `true` where nothing can be bare. */
export function openListFlag(metavar: string, help: string): Flag<true | readonly string[]> {
  return {
    help,
    metavar,
    separator: /[,\s]+/,
    kind: 'open-list',
    parse(written) {
      if (written.includes(EVERYTHING)) return true;
      return written.length === 1 && written[0] === 'false' ? [] : written.map(nonEmpty);
    },
  };
}

/** Of the values those of these keys that say something: none that nobody gave, and no switch that is off. */
export function givenOf<Values extends object, Key extends keyof Values>(
  values: Values,
  keys: readonly Key[],
): Pick<Values, Key> {
  const given = keys.filter((key) => values[key] !== undefined && values[key] !== false);
  return Object.fromEntries(given.map((key) => [key, values[key]])) as Pick<Values, Key>;
}

/** `--max-chars` of `maxChars`. */
export function flagName(key: string): string {
  return `--${key.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`)}`;
}

/** `PAGEWARD_MAX_CHARS` of `maxChars`. */
export function environmentName(key: string): string {
  return `PAGEWARD_${key.replace(/[A-Z]/g, (letter) => `_${letter}`).toUpperCase()}`;
}

/** @throws UsageError `INVALID_OPTION` that says where the value was written */
export function parseFlag<Value>(flag: Flag<Value>, written: readonly string[], source: string): Value {
  try {
    return flag.parse(written);
  } catch (cause) {
    const rule = cause instanceof RangeError ? cause.message : 'is not valid';
    throw new UsageError(`${source} ${rule} (got ${JSON.stringify(written.join(', '))})`, {
      code: 'INVALID_OPTION',
      cause,
    });
  }
}

function nonEmpty(written: string): string {
  if (written === '') throw new RangeError('must not be empty');
  return written;
}
