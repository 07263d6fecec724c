/**
 * The name that a user agent goes by in robots.txt and robots tags: of a crawler that says `compatible; name/1.0` as
 * browsers do, that name; else the first product that is not a browser's.
 */
export function productTokenOf(userAgent: string): string {
  const inComment = /\(compatible;\s*([\w-]+)/i.exec(userAgent)?.[1];
  const products = userAgent.replace(/\([^)]*\)/g, ' ').match(/[\w-]+(?=\/|\s|$)/g) ?? [];
  return inComment ?? products.find((name) => !/^(?:mozilla|\d.*)$/i.test(name)) ?? 'pageward';
}
