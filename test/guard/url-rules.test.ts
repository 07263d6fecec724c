import { describe, expect, it } from 'vitest';
import { judgeAddress } from '#src/guard/address.js';
import { createGuard } from '#src/guard/guard.js';
import { judgeParts, judgeSpelling } from '#src/guard/url-rules.js';

const guard = createGuard();

/** The Fetch standard's table of bad ports, copied from there and not from the guard. */
const BAD_PORTS = `0 1 7 9 11 13 15 17 19 20 21 22 23 25 37 42 43 53 69 77 79 87 95 101 102 103 104 109 110 111 113 115 117
  119 123 135 137 139 143 161 179 389 427 465 512 513 514 515 526 530 531 532 540 548 554 556 563 587 601 636 989 990 993
  995 1719 1720 1723 2049 3659 4045 4190 5060 5061 6000 6566 6665 6666 6667 6668 6669 6679 6697 10080`;

describe('a port of another protocol', () => {
  it.each(BAD_PORTS.split(/\s+/).map(Number))('%i is refused, whoever names it', (port) => {
    expect(guard.judgeUrl(`http://example.com:${port}/`)?.code).toBe('REFUSED_PORT');
    expect(() => createGuard({ ports: [port] })).toThrow(expect.objectContaining({ code: 'INVALID_OPTION' }));
  });

  it('is another than those of the web', () => {
    for (const port of [80, 443, 3000, 8080, 8443]) {
      expect(guard.judgeUrl(`http://example.com:${port}/`), String(port)).toBeUndefined();
    }
  });
});

const RESERVED = `alt cluster.local consul corp home home.arpa internal intranet invalid lan local localdomain localdomain6
  localhost metadata.goog metadata.tencentyun.com onion private svc test`;

describe('a name that leads inside', () => {
  it.each(RESERVED.split(/\s+/))('%s is refused with all below it, unasked', (name) => {
    expect(guard.judgeUrl(`http://a.b.${name}/`)?.code).toBe('REFUSED_NAME');
    expect(guard.judgeUrl(`http://${name}/`)?.code).toBe('REFUSED_NAME');
  });

  it('is not one that only resembles it', () => {
    for (const host of ['example.com', 'notlocalhost.com', 'local.example', 'metadata.example.com', 'xtest.com']) {
      expect(guard.judgeUrl(`http://${host}/`), host).toBeUndefined();
    }
  });
});

it('a scheme is judged as it is written and as it is parsed', () => {
  expect(judgeSpelling('ftp://example.com/')?.code).toBe('REFUSED_SCHEME');
  expect(judgeParts(new URL('ftp://example.com/'))?.code).toBe('REFUSED_SCHEME');
});

it('credentials are found as they are written and as they are parsed', () => {
  expect(judgeSpelling('http://@example.com/')?.code).toBe('REFUSED_CREDENTIALS');
  expect(judgeParts(new URL('http://user@example.com/'))?.code).toBe('REFUSED_CREDENTIALS');
  expect(judgeParts(new URL('http://:secret@example.com/'))?.code).toBe('REFUSED_CREDENTIALS');
});

it('what has neither 4 nor 16 bytes is no address', () => {
  for (const length of [0, 3, 5, 15, 17]) {
    const verdict = judgeAddress(new Uint8Array(length).fill(0x20));
    expect(verdict, String(length)).toEqual({ public: false, reason: 'not an IP address' });
  }
});
