/** The package's version; a test holds it equal to package.json. */
export const VERSION = '0.1.0';

/** Where a site's operator learns who is reading. Part of the user agent. */
const PROJECT_URL = 'https://github.com/pageward/pageward';

/** What a plain HTTP client of ours calls itself unless it is told otherwise. */
export const USER_AGENT = `Mozilla/5.0 (compatible; pageward/${VERSION}; +${PROJECT_URL})`;

/** The same of a crawl whose operator can be reached: an address of the web or of mail, in one word. */
export function userAgentWith(contact: string): string {
  return `${USER_AGENT.slice(0, -1)}; ${contact})`;
}
