/** What the main frame is to be sent to. */
export interface NavigationRequest {
  readonly url: string;
  readonly method: 'GET' | 'POST';
  /** Of a POST. */
  readonly form?: Readonly<Record<string, string>>;
  /** For the URL's own origin only: they may hold secrets. */
  readonly headers: Readonly<Record<string, string>>;
}

/** What the browser is told to send in place of its own request. */
export interface ShapedRequest {
  readonly method?: string;
  readonly postData?: string;
  readonly headers?: { name: string; value: string }[];
}

/** Whether the browser's own requests have to be changed at all. */
export function shapesRequests({ method, headers }: NavigationRequest): boolean {
  return method === 'POST' || Object.keys(headers).length > 0;
}

/** The first request becomes what was asked for; a later one keeps the headers only at home. */
export function shapeRequest(
  { url, method, form, headers }: NavigationRequest,
  sent: { readonly url: string; readonly headers: Readonly<Record<string, string>>; readonly isFirst: boolean },
): ShapedRequest {
  if (new URL(sent.url).origin !== new URL(url).origin) return {};
  const posts = sent.isFirst && method === 'POST';
  const merged = {
    ...sent.headers,
    ...(posts ? { 'content-type': 'application/x-www-form-urlencoded' } : {}),
    ...headers,
  };
  return {
    headers: Object.entries(merged).map(([name, value]) => ({ name, value })),
    ...(posts ? { method, postData: Buffer.from(new URLSearchParams(form).toString()).toString('base64') } : {}),
  };
}
