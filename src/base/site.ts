/**
 * The site that a URL belongs to: its registrable domain (`example.co.uk`), with each customer of a hosting name
 * (`someone.github.io`) a site of its own. What has none, as an address, is a site by itself.
 */
export async function siteOf(url: string): Promise<string> {
  const { getDomain } = await import('tldts');
  const { hostname } = new URL(url);
  return getDomain(hostname, { allowPrivateDomains: true }) ?? hostname;
}
