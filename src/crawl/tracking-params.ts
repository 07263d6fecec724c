/**
 * Parameters that say where a visitor came from or who it is, and nothing about the page: `*` at the end stands for
 * any rest. Names are compared in lower case. Only names that no site gives another meaning; what is ambiguous
 * (`ref`, `source`, `sid`, `id`) is found out by the frontier from what the site answers.
 */
const TRACKING_PARAMS: readonly string[] = [
  // Campaign tags that analytics programs read: Google and all who copied it, Matomo and Piwik, HubSpot, Adobe, AT
  // Internet.
  'utm_*',
  'mtm_*',
  'matomo_*',
  'pk_campaign',
  'pk_kwd',
  'pk_source',
  'pk_medium',
  'pk_content',
  'piwik_*',
  'hsa_*',
  '_hsenc',
  '_hsmi',
  '__hstc',
  '__hssc',
  '__hsfp',
  'hsctatracking',
  's_cid',
  'at_campaign',
  'at_medium',
  // Clicks on advertisements: Google, Facebook, Microsoft, Yandex, X, TikTok, LinkedIn, Pinterest, Snapchat, Reddit,
  // Yahoo Japan.
  'gclid',
  'gclsrc',
  'gbraid',
  'wbraid',
  'gad_source',
  'gad_campaignid',
  'dclid',
  'fbclid',
  'fb_action_ids',
  'fb_action_types',
  'fb_source',
  'msclkid',
  'yclid',
  'ysclid',
  '_openstat',
  'twclid',
  'ttclid',
  'li_fat_id',
  'epik',
  'sccid',
  'rdt_cid',
  'yj_r',
  // Shares and mailings: Instagram, Mailchimp, Klaviyo, Drip, Marketo, Vero, Oracle, Omeda, Sailthru.
  'igshid',
  'igsh',
  'mc_cid',
  'mc_eid',
  '_kx',
  'kx_ref',
  '__s',
  'mkt_tok',
  'vero_id',
  'vero_conv',
  'oly_enc_id',
  'oly_anon_id',
  'elqtrackid',
  'elqtrack',
  'sailthru_*',
  // Measurement across domains.
  '_ga',
  '_gl',
  // Sessions of PHP, Java, ASP and ColdFusion that lost their cookie.
  'phpsessid',
  'jsessionid',
  'aspsessionid*',
  'cfid',
  'cftoken',
];

const EXACT: ReadonlySet<string> = new Set(TRACKING_PARAMS.filter((name) => !name.endsWith('*')));
const PREFIX = new RegExp(
  `^(?:${TRACKING_PARAMS.filter((name) => name.endsWith('*'))
    .join('|')
    .replaceAll('*', '')})`,
);

/** Whether a parameter of this name is one of the table. */
export function isTracking(name: string): boolean {
  const lower = name.toLowerCase();
  return EXACT.has(lower) || PREFIX.test(lower);
}
