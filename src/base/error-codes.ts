// docs/errors.md is made of this file: the comment of each code says what happened, and after `Cure:` what to do about it.

/** What the guard can say no to. `REFUSED_ROBOTS` is the crawler's. */
export type RefusalCode =
  /**
   * The URL, or what a redirect leads to, is of another scheme than `http` and `https`.
   *
   * Cure: Read web addresses only; a file is read by a program of your own.
   */
  | 'REFUSED_SCHEME'
  /**
   * The host is, or has in DNS, an address that is not public: loopback, private, link-local, of a cloud's metadata service…
   *
   * Cure: Nothing, if the URL came from a page or a model. If you mean your own network, allow exactly it by `allowPrivate` (`--allow-private HOST:PORT` or a CIDR).
   */
  | 'REFUSED_ADDRESS'
  /**
   * The name is of those that stay inside: `localhost`, `metadata.google.internal`, `*.local`, `*.internal`, a single word…
   *
   * Cure: As for `REFUSED_ADDRESS`.
   */
  | 'REFUSED_NAME'
  /**
   * The domain policy (`allowDomains`, `blockDomains`, `domains`) does not permit the URL, or what a redirect leads to.
   *
   * Cure: Widen the policy if the site is meant to be read; otherwise read something else.
   */
  | 'REFUSED_DOMAIN'
  /**
   * The port is one that no web page is served from, or a page asks for a port that is neither usual for the web nor its own.
   *
   * Cure: Give the URL with that port to the read itself, or list it in the policy's `ports`; those on the list of bad ports stay closed.
   */
  | 'REFUSED_PORT'
  /**
   * The URL holds a user or a password.
   *
   * Cure: Take them out, and give `httpCredentials` or a header to the reader.
   */
  | 'REFUSED_CREDENTIALS'
  /**
   * The URL parses, and is written so that programs differ about where it leads (white space, control characters, a backslash), or is too long.
   *
   * Cure: Write it plainly.
   */
  | 'REFUSED_URL'
  /**
   * The page has asked for more requests, hosts or bytes than one read may.
   *
   * Cure: Nothing, if the text is there: what was refused came after hundreds of others.
   */
  | 'REFUSED_BUDGET'
  /**
   * Something in a page wanted to speak another protocol than TLS through a tunnel, or to another host than the tunnel's.
   *
   * Cure: Nothing: no page needs it.
   */
  | 'REFUSED_PROTOCOL'
  /**
   * The site's robots.txt forbids it, or could not be had, so that nothing may be read.
   *
   * Cure: Leave it out or ask who runs the site; on a site of your own `robots: 'ignore'` is right.
   */
  | 'REFUSED_ROBOTS';

export type NetworkErrorCode =
  /**
   * The name does not resolve, or DNS did not answer in time.
   *
   * Cure: Look at the spelling; try again later; see whether this machine has DNS.
   */
  | 'DNS_FAILED'
  /**
   * No address of the host took the connection, or the upstream proxy did not make it.
   *
   * Cure: Try again later; behind a company's proxy, give it as `proxy`.
   */
  | 'CONNECT_FAILED'
  /**
   * The host's certificate is not valid for it, or no common version of TLS was found.
   *
   * Cure: Of a server of your own, trust its authority by `caBundle`. `insecureTls` trusts everybody.
   */
  | 'TLS_FAILED'
  /**
   * The connection broke in the middle of an answer.
   *
   * Cure: Read again, after a pause.
   */
  | 'CONNECTION_LOST';

export type ResponseErrorCode =
  /**
   * The server answered with a status that is no success, where only success counts (`onlySuccess`, a search, a sitemap).
   *
   * Cure: Look at `details.statusCode`: 404 and 410 will not change, 5xx may.
   */
  | 'HTTP_STATUS'
  /**
   * The server asks to be left alone for a while (429, 503 with Retry-After), for longer than a read or crawl waits.
   *
   * Cure: Wait as long as `details` say; crawl with less at once.
   */
  | 'RATE_LIMITED'
  /**
   * It redirects in a circle, or more often than allowed.
   *
   * Cure: Give the address that it is to lead to; a session cookie may be what it wants.
   */
  | 'REDIRECT_LOOP'
  /**
   * The answer is of a type that has no text, where text is needed.
   *
   * Cure: Download it by other means.
   */
  | 'UNSUPPORTED_TYPE';

export type ContentErrorCode =
  /**
   * The answer was had and holds nothing to read, or could not be parsed.
   *
   * Cure: Read it in a browser (`--reader browser`), or with `content: 'full'`.
   */
  | 'NO_CONTENT'
  /**
   * The answer is a check for robots in place of the page.
   *
   * Cure: There is none that we offer: ask who runs the site, or use its interface for programs.
   */
  | 'CHALLENGE_PAGE'
  /**
   * An action before the capture found nothing to act on, or something in the way.
   *
   * Cure: Look at a screenshot of the page at that moment and mend the action's selector.
   */
  | 'ACTION_FAILED';

export type BrowserErrorCode =
  /**
   * There is no browser at any of the places in `details.tried`.
   *
   * Cure: Run `npx pageward setup`, or name a browser in `PAGEWARD_BROWSER_PATH`.
   */
  | 'BROWSER_MISSING'
  /**
   * There is a browser, and it does not start, or not in the jail that is required.
   *
   * Cure: Run `npx pageward doctor`, which starts it and says what is missing.
   */
  | 'BROWSER_LAUNCH'
  /**
   * The browser or the page's process ended in mid-read; the next read starts anew.
   *
   * Cure: Read again; if it stays so, look at memory and `/dev/shm`.
   */
  | 'BROWSER_CRASHED'
  /**
   * The browser got past the guard when it was tried at its start, so it is not used.
   *
   * Cure: Use another browser, best a headless shell: a policy of the machine or a wrapper is at work.
   */
  | 'GUARD_SELFTEST';

export type HumanErrorCode =
  /**
   * A question was asked and nobody is there to answer.
   *
   * Cure: Give the toolset a `HumanChannel`, or leave `ask_human` out.
   */
  | 'NO_HUMAN'
  /**
   * Somebody was asked and would not answer.
   *
   * Cure: Go on without an answer.
   */
  | 'HUMAN_DECLINED';

export type SearchErrorCode =
  /**
   * The search engine takes us for a robot.
   *
   * Cure: Search after `details.retryAfterMs`, or by another backend (`firstOf`).
   */
  | 'SEARCH_BLOCKED'
  /**
   * The engine's answer is not what it was when this version was made.
   *
   * Cure: Update Pageward; search by another backend meanwhile.
   */
  | 'SEARCH_UNREADABLE'
  /**
   * None of the backends of `firstOf` had an answer; `details.failures` has the reason of each.
   *
   * Cure: See the reasons.
   */
  | 'SEARCH_FAILED';

export type QueueErrorCode =
  /**
   * Another process is writing to the crawl's folder.
   *
   * Cure: Wait for it, or choose another folder; if it has ended, remove the lock that the message names.
   */
  | 'JOURNAL_LOCKED'
  /**
   * The record of the crawl is damaged, or another version's.
   *
   * Cure: Put it back from a copy, or begin anew in another folder.
   */
  | 'JOURNAL_CORRUPT'
  /**
   * The folder cannot be written.
   *
   * Cure: See that there is room and the right to write; then `--resume`.
   */
  | 'JOURNAL_FAILED'
  /**
   * The Redis of a crawl does not answer, does not let us in, or was away for too long.
   *
   * Cure: See that it runs, and that its URL and password are right; the same command goes on with the crawl.
   */
  | 'QUEUE_UNREACHABLE'
  /**
   * What is in the Redis of a crawl is not what was put there.
   *
   * Cure: Take another `--crawl-name`, or a Redis that nobody else writes to.
   */
  | 'QUEUE_CORRUPT';

export type UsageErrorCode =
  /**
   * An option or flag is unknown, of the wrong type, out of range, or excluded by another.
   *
   * Cure: The message names it and what it may be.
   */
  | 'INVALID_OPTION'
  /**
   * It is no absolute URL of `http` or `https`.
   *
   * Cure: Write it out: `https://example.com/page`.
   */
  | 'INVALID_URL'
  /**
   * The search query is empty or too long.
   *
   * Cure: Search for a few words.
   */
  | 'INVALID_QUERY'
  /**
   * A service needs a key and there is none.
   *
   * Cure: Set the variable that the message names, such as `TAVILY_API_KEY`.
   */
  | 'MISSING_KEY'
  /**
   * A package that this needs, and that is not installed with Pageward, is not there.
   *
   * Cure: Install it by the command in the message.
   */
  | 'PEER_MISSING'
  /**
   * Pageward was bundled or rewritten, so that what it sends to pages and workers is not what was tested.
   *
   * Cure: Leave it out of the bundle (`external`), as the message says for your bundler.
   */
  | 'PACKAGE_BUNDLED'
  /**
   * The provider's own search cannot keep a rule that was asked for; without it, it would search more than allowed.
   *
   * Cure: Mend the rules, or do not let this provider search.
   */
  | 'UNSUPPORTED_BY_PROVIDER'
  /**
   * The folder holds a crawl, or files that a crawl would write over.
   *
   * Cure: Go on with it by `--resume`, or choose another folder.
   */
  | 'JOURNAL_EXISTS'
  /**
   * The folder holds no crawl to resume or to compare with.
   *
   * Cure: Leave `--resume` out, or name the right folder.
   */
  | 'JOURNAL_MISSING'
  /**
   * The crawl in the folder was begun with other options, which decide what belongs to it.
   *
   * Cure: Resume it with those that the message names, or begin another.
   */
  | 'JOURNAL_DIFFERS'
  /**
   * The server cannot listen on that address or port.
   *
   * Cure: Choose another port, or end what holds it.
   */
  | 'LISTEN_FAILED'
  /**
   * The reader, tool or server was closed before.
   *
   * Cure: Make a new one.
   */
  | 'CLOSED';

export type TimeoutErrorCode =
  /**
   * A deadline passed before there was anything to return.
   *
   * Cure: Read once more, or allow more time by `timeoutMs`.
   */
  'TIMEOUT';

export type InvalidInputErrorCode =
  /**
   * A model gave a tool arguments that do not fit its schema.
   *
   * Cure: Give the message back to the model, which can mend them.
   */
  'INVALID_INPUT';
