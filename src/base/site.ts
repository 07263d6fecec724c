/**
 * The site that a URL belongs to: its registrable domain (`example.co.uk`), with each customer of a hosting name
 * (`someone.github.io`) a site of its own. What has none, as an address, is a site by itself.
 */
export async function siteOf(url: string): Promise<string> {
  return (await siteNames())(new URL(url).hostname);
}

/** Tells the site of a host name, without waiting: for those who ask often. */
export async function siteNames(): Promise<(hostname: string) => string> {
  const { getDomain } = await import('tldts');
  return (hostname) => getDomain(hostname, { allowPrivateDomains: true }) ?? hostname;
}
