import { describe, expect, it } from 'vitest';
import { UsageError } from '#src/base/errors.js';
import { currentDate } from '#src/tools/current-date.js';
import { type NowOptions, now } from '#src/tools/now.js';

const at = (moment: string): { clock: () => Date } => ({ clock: () => new Date(moment) });

async function told(moment: string, tz?: string): Promise<string> {
  const { text } = await now(at(moment)).run(tz === undefined ? {} : { tz });
  return text;
}

describe('now', () => {
  it('shows a model one optional argument', () => {
    expect(now().input['~standard'].jsonSchema.input({ target: 'draft-2020-12' })).toMatchObject({
      type: 'object',
      properties: { tz: { type: 'string' } },
      additionalProperties: false,
    });
    expect(now()).toMatchObject({ name: 'now', annotations: { readOnlyHint: true, openWorldHint: false } });
  });

  it.each([
    ['UTC', '2026-08-08T12:03:22+00:00'],
    ['Europe/Berlin', '2026-08-08T14:03:22+02:00'],
    ['America/St_Johns', '2026-08-08T09:33:22-02:30'],
    ['Asia/Kathmandu', '2026-08-08T17:48:22+05:45'],
    ['Pacific/Kiritimati', '2026-08-09T02:03:22+14:00'],
    ['Pacific/Pago_Pago', '2026-08-08T01:03:22-11:00'],
    ['Etc/GMT+2', '2026-08-08T10:03:22-02:00'],
    ['europe/berlin', '2026-08-08T14:03:22+02:00'],
  ])('tells the time of %s with its offset', async (tz, expected) => {
    await expect(told('2026-08-08T12:03:22.987Z', tz)).resolves.toBe(expected);
  });

  it('knows summer time, and writes midnight as 00', async () => {
    await expect(told('2026-12-31T23:00:00Z', 'Europe/Berlin')).resolves.toBe('2027-01-01T00:00:00+01:00');
    await expect(told('2026-03-29T01:00:00Z', 'Europe/Berlin')).resolves.toBe('2026-03-29T03:00:00+02:00');
  });

  it('tells the time of this machine, with its offset, when no zone is given', async () => {
    const text = await told('2026-08-08T12:03:22.5Z');
    expect(text).toMatch(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d[+-]\d\d:\d\d$/);
    expect(Date.parse(text)).toBe(Date.parse('2026-08-08T12:03:22Z'));
  });

  it('gives the program the same as the model', async () => {
    const result = await now(at('2026-08-08T12:00:00Z')).run({ tz: 'UTC' });
    expect(result).toEqual({ isError: false, text: result.text, data: { now: result.text } });
  });

  it.each([
    ['Not/AZone', /Unknown timezone 'Not\/AZone'\. Give an IANA name/],
    ['Europe/Berln', /Did you mean Europe\/Berlin\?/],
    ['Berlin', /Did you mean Europe\/Berlin\?/],
    ['new york', /Did you mean America\/New_York\?/],
    ['+02:00', /Unknown timezone/],
    ['', /Unknown timezone/],
  ])('rejects the zone %j as invalid input, with a way out', async (tz, message) => {
    await expect(now().run({ tz })).rejects.toMatchObject({
      code: 'INVALID_INPUT',
      message: expect.stringMatching(message),
    });
  });

  it('goes by another name when asked, and refuses options that there are not', () => {
    expect(now({ name: 'clock' }).name).toBe('clock');
    expect(() => now({ tz: 'UTC' } as NowOptions)).toThrow(expect.objectContaining({ code: 'INVALID_OPTION' }));
  });
});

describe('currentDate', () => {
  it('is a sentence with the date and the day of the week', () => {
    expect(currentDate('UTC', at('2026-08-08T12:00:00Z'))).toBe("Today's date is 2026-08-08 (Saturday).");
  });

  it('is the date of the zone', () => {
    expect(currentDate('Pacific/Kiritimati', at('2026-08-08T12:00:00Z'))).toContain('2026-08-09 (Sunday)');
  });

  it('takes the zone of this machine when none is given', () => {
    expect(currentDate()).toMatch(/^Today's date is \d{4}-\d\d-\d\d \([A-Z][a-z]+day\)\.$/);
  });

  it('fails at once for a zone that there is not, with a way out', () => {
    const build = (): string => currentDate('Not/AZone');
    expect(build).toThrow(UsageError);
    expect(build).toThrow(expect.objectContaining({ code: 'INVALID_OPTION', hint: expect.stringContaining('IANA') }));
  });
});
