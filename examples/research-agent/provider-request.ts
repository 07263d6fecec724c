/** Where and as whom a provider is asked. */
export interface ProviderAccess {
  readonly apiKey: string;
  readonly model: string;
  /** Default: the provider's own. */
  readonly endpoint?: string;
}

/** Posts JSON to a provider and gives what it answers. Which of its fields there are is for the caller to check. */
export async function askProvider(
  endpoint: string,
  headers: Readonly<Record<string, string>>,
  body: unknown,
  signal: AbortSignal | undefined,
): Promise<unknown> {
  const response = await fetch(endpoint, {
    method: 'POST',
    headers: { 'content-type': 'application/json', ...headers },
    body: JSON.stringify(body),
    signal: signal ?? null,
  });
  if (!response.ok) throw new Error(`${endpoint}: HTTP ${response.status} ${(await response.text()).slice(0, 300)}`);
  return response.json();
}
