import { type Scenario, script } from './scenario.js';

/** Spellings of this machine and its neighbours, as written and as the browser asks for them. `PORT` is the canary's. */
const SPELLINGS: readonly (readonly [written: string, asked: string])[] = [
  ['localhost:PORT', 'localhost:PORT'],
  ['localhost.:PORT', 'localhost.:PORT'],
  ['foo.localhost:PORT', 'foo.localhost:PORT'],
  ['127.1:PORT', '127.0.0.1:PORT'],
  ['2130706433:PORT', '127.0.0.1:PORT'],
  ['0x7f.1:PORT', '127.0.0.1:PORT'],
  ['0:PORT', '0.0.0.0:PORT'],
  ['0.0.0.0:PORT', '0.0.0.0:PORT'],
  ['[::1]:PORT', '[::1]:PORT'],
  ['[::]:PORT', '[::]:PORT'],
  ['[::ffff:127.0.0.1]:PORT', '[::ffff:7f00:1]:PORT'],
  ['127.255.255.254:PORT', '127.255.255.254:PORT'],
  ['localhost6:PORT', 'localhost6:PORT'],
  ['10.99.0.2:PORT', '10.99.0.2:PORT'],
  ['169.254.169.254', '169.254.169.254'],
  ['[fe80::1]', '[fe80::1]'],
  ['①②⑦.⓪.⓪.①:PORT', '127.0.0.1:PORT'],
  ['127。0。0。1:PORT', '127.0.0.1:PORT'],
  ['loopback:PORT', 'loopback:PORT'],
  ['ip6-localhost:PORT', 'ip6-localhost:PORT'],
];

/** F. Names, as far as a page alone can play with them. */
export const NAMES: readonly Scenario[] = [
  {
    row: 59,
    id: 'aliases',
    does: 'fetches from twenty spellings of this machine and its neighbours',
    pages: (c) => {
      const urls = SPELLINGS.map(([written], index) => `http://${written.replace('PORT', String(c.port))}/${index}`);
      return {
        '': script(`for (const url of ${JSON.stringify(urls)}) fetch(url, { mode: 'no-cors' }).catch(() => 0)`),
      };
    },
    tries: (c) => SPELLINGS.map(([, asked], index) => `http://${asked.replace('PORT', String(c.port))}/${index}`),
    waitMs: 2_500,
    teeth: 'CH',
  },
];
