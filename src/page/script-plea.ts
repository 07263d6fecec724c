const PLEA =
  /(?:enable|turn on|activate|requires?|needs?|without)\s(?:\w{1,20}\s){0,3}javascript|javascript\s(?:\w{1,20}\s){0,3}(?:disabled|required|enabled|turned off)/i;

/** Whether a text asks its reader to run scripts. */
export function asksForScripts(text: string): boolean {
  return PLEA.test(text);
}
