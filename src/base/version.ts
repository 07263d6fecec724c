/** The package's version; a test holds it equal to package.json. */
export const VERSION = '0.1.0';

/** Where a site's operator learns who is reading. Part of the user agent. */
export const PROJECT_URL = 'https://github.com/pageward/pageward';
