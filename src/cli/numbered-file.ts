/** Stands for the number of the URL, from 1, in the name of a file. */
export const NUMBER = '{n}';

export function isNumbered(file: string): boolean {
  return file.includes(NUMBER);
}

/** The file of the `number`th URL. */
export function numbered(file: string, number: number): string {
  return file.replaceAll(NUMBER, String(number));
}
