const MONTHS =
  'jan|feb|mar|apr|may|jun|jul|aug|sep|oct|nov|dec|mär|mai|okt|dez|janv|févr|avr|juin|juil|août|déc|ene|abr|ago|dic|gen|mag|giu|lug|set|ott|fev|out|maj|mrt|mei|янв|фев|мар|апр|мая|июн|июл|авг|сен|окт|ноя|дек';
const DATE = new RegExp(
  [
    `\\b\\d{1,2}(?:st|nd|rd|th)?[.\\s-]+(?:de\\s+)?(?:${MONTHS})\\p{L}*[.,\\s-]+(?:de\\s+)?'?\\d{2,4}\\b`,
    `(?:^|[^\\p{L}])(?:${MONTHS})\\p{L}*[.\\s]+\\d{1,2}(?:st|nd|rd|th)?\\b`,
    '\\b\\d{1,2}[./-]\\d{1,2}[./-]\\d{2,4}\\b',
    '\\b\\d{4}[./-]\\d{1,2}[./-]\\d{1,2}\\b',
    '\\d{4}年\\d{1,2}月',
    '\\b(?:\\d+|an?|one)\\s*(?:seconds?|secs?|minutes?|mins?|hours?|hrs?|days?|weeks?|months?|years?|yrs?|[smhdwy]|mo)\\s+ago\\b',
    '\\b(?:yesterday|today) at \\d',
    '^\\s*\\d{1,2}:\\d{2}(?:\\s*[ap]m)?\\s*$',
  ].join('|'),
  'iu',
);

/** What each of these has. */
const SIGN = /\d|ago/i;

/** Whether a short text names a day or is an hour, or says how long ago it was. */
export function holdsDate(text: string): boolean {
  return SIGN.test(text) && DATE.test(text);
}
