import type { IncomingMessage } from 'node:http';
import type { Socket } from 'node:net';
import { type Duplex, pipeline } from 'node:stream';
import { LIMITS } from '../base/limits.js';
import { answerSocket } from './egress-answer.js';
import type { EgressGate } from './egress-gate.js';
import { parseAuthority } from './proxy-request.js';
import { judgeOpening, type TunnelOpening } from './tunnel-opening.js';

const ESTABLISHED = 'HTTP/1.1 200 Connection Established\r\n\r\n';

/** Serves one CONNECT: judged before it is dialled, and looked into before its first byte is sent on. */
export async function openTunnel(
  gate: EgressGate,
  request: IncomingMessage,
  client: Duplex,
  head: Buffer,
): Promise<void> {
  const { nonce, guard } = gate.shared;
  const gone = new AbortController();
  const leave = gate.ledger.enter('inFlight');
  const leaveTunnel = gate.enterTunnel();
  client.on('error', () => {});
  client.once('close', () => {
    gone.abort();
    leave();
    leaveTunnel();
  });

  const authority = parseAuthority(request.url ?? '');
  if (authority === undefined) return answerSocket(client, 400, nonce);
  const decision = await gate.admit(authority, { pathVisible: false, isTunnel: true, signal: gone.signal });
  if (decision.decision === 'refuse') return answerSocket(client, 403, nonce);
  const upstream = await gate.connect(decision, gone.signal);
  if (upstream === undefined) return answerSocket(client, 502, nonce);

  client.write(ESTABLISHED);
  const { opening, bytes } = await readOpening(client, head, authority);
  leave();
  const refusal =
    opening.kind === 'refused'
      ? gate.refusal(authority, { code: 'REFUSED_PROTOCOL', reason: opening.reason })
      : opening.kind === 'websocket' && guard.judgeUrl(opening.url, { scope: gate.scope });
  if (refusal) gate.ledger.refuse(refusal);
  if (refusal || opening.kind === 'incomplete') {
    upstream.destroy();
    client.destroy();
    return;
  }
  upstream.write(bytes);
  joinTunnel(gate, authority, client, upstream);
}

/** Joins two connections until one ends; what the browser receives is counted. */
export function joinTunnel(gate: EgressGate, url: URL, client: Duplex, upstream: Socket): void {
  const leave = gate.ledger.enter('tunnels');
  // Being both ends of a pipeline takes more listeners than Node's warning about leaks expects.
  client.setMaxListeners(20);
  pipeline(client, upstream, gate.meter(url), client, () => {
    leave();
    client.destroy();
    upstream.destroy();
  });
}

/** Waits for enough bytes to tell what the tunnel is for: at most 16 KiB, at most 5 s. `incomplete` when it ends before. */
function readOpening(client: Duplex, head: Buffer, authority: URL): Promise<{ opening: TunnelOpening; bytes: Buffer }> {
  return new Promise((resolve) => {
    let bytes = head;
    const settle = (opening: TunnelOpening) => {
      clearTimeout(timer);
      client.off('data', onData).off('end', onEnd).off('close', onEnd).pause();
      resolve({ opening, bytes });
    };
    const look = () => {
      const opening = judgeOpening(bytes, authority);
      if (opening.kind !== 'incomplete') settle(opening);
      else if (bytes.length > LIMITS.tunnelPeekBytes) settle(TOO_LONG);
    };
    const onData = (chunk: Buffer) => {
      bytes = Buffer.concat([bytes, chunk]);
      look();
    };
    const onEnd = () => settle({ kind: 'incomplete' });
    const timer = setTimeout(() => settle(TOO_SLOW), LIMITS.tunnelPeekMs);
    client.on('data', onData).once('end', onEnd).once('close', onEnd);
    // A client that left while its target was judged has said so already.
    if (client.readableEnded || client.destroyed) onEnd();
    else look();
  });
}

const TOO_LONG: TunnelOpening = { kind: 'refused', reason: 'the tunnel did not say what it is for' };
const TOO_SLOW: TunnelOpening = { kind: 'refused', reason: 'the tunnel did not say in time what it is for' };
