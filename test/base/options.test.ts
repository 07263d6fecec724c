import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { nearestName } from '#src/base/nearest-name.js';
import { checkOptions } from '#src/base/options.js';

const schema = z.strictObject({
  timeoutMs: z.number().optional(),
  screenshot: z.union([z.boolean(), z.strictObject({ fullPage: z.boolean().optional() })]).optional(),
  steps: z
    .array(
      z.union([
        z.strictObject({ click: z.string() }),
        z.strictObject({ fill: z.string(), value: z.string() }),
        z.strictObject({ wait: z.strictObject({ delayMs: z.number() }) }),
      ]),
    )
    .optional(),
});

describe('a wrong option', () => {
  it.each([
    [{ timeoutMS: 5 }, 'timeoutMS', 'Did you mean timeoutMs?'],
    [{ screenshot: { fullpage: true } }, 'screenshot.fullpage', 'Did you mean fullPage?'],
    [{ steps: [{ clik: 'a' }] }, 'steps.0.clik', 'Did you mean click?'],
    [{ steps: [{ click: 'a' }, { fill: 'a', valeu: 'b' }] }, 'steps.1.valeu', 'Did you mean value?'],
    [{ steps: [{ wait: { delay: 5 } }] }, 'steps.0.wait.delay', 'Did you mean delayMs?'],
    [{ nothing: 1 }, 'nothing', expect.stringContaining('Leave nothing out')],
    [{ steps: [{ click: 5 }] }, 'steps.0.click', expect.stringContaining('Mend')],
    [{ screenshot: 'yes' }, 'screenshot', expect.stringContaining('Mend')],
    [null, 'options', expect.anything()],
  ])('%j is named, with the one that was meant', (options, option, hint) => {
    let error: unknown;
    try {
      checkOptions(schema, options, 'test');
    } catch (thrown) {
      error = thrown;
    }
    expect(error).toMatchObject({ name: 'UsageError', code: 'INVALID_OPTION', hint, details: { option } });
  });

  it('is not quoted where it may be secret', () => {
    expect(() => checkOptions(schema, { steps: [{ fill: 'a', value: 12_345 }] }, 'test')).toThrow(
      expect.objectContaining({ message: expect.not.stringContaining('12345') }),
    );
  });
});

it.each([
  ['fullpage', 'fullPage'],
  ['timeout', 'timeoutMs'],
  ['imges', 'images'],
  ['user-agent', 'userAgent'],
  ['x', undefined],
  ['xyzzy', undefined],
])('the name nearest to %s is %s', (written, expected) => {
  expect(nearestName(written, ['fullPage', 'images', 'userAgent', 'timeoutMs', 'a'])).toBe(expected);
});
