const CURRENCY = '[$€£¥₹₩₽₺₴]|US\\$|USD|EUR|GBP|CHF|AUD|CAD|SEK|NOK|DKK|kr\\.?|zł|Kč|лв|Ft|lei|R\\$';
const PRICE = new RegExp(`(?:${CURRENCY})\\s?\\d|\\d[\\d.,\\s]*\\s?(?:${CURRENCY})(?![\\p{L}])`, 'u');

/** Whether a text names an amount of money. */
export function holdsPrice(text: string): boolean {
  return /\d/.test(text) && PRICE.test(text);
}
