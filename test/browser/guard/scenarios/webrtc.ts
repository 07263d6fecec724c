import { type Scenario, script } from './scenario.js';

const gather = (servers: readonly object[]): string =>
  script(`(async () => { const peer = new RTCPeerConnection({ iceServers: ${JSON.stringify(servers)} });
    peer.createDataChannel('x'); await peer.setLocalDescription() })()`);

const turn = (...urls: string[]) => urls.map((url) => ({ urls: url, username: 'a', credential: 'b' }));

/** E. WebRTC, WebTransport and UDP. */
export const WEBRTC: readonly Scenario[] = [
  {
    row: 53,
    id: 'webrtc-stun-loopback',
    does: 'asks a STUN server at the canary',
    pages: (c) => ({ '': gather([{ urls: `stun:${c.host}` }]) }),
    waitMs: 3_000,
    teeth: 'CH',
  },
  {
    row: 54,
    id: 'webrtc-stun-name',
    does: 'asks STUN servers by a name inside and at a neighbour',
    pages: (c) => ({ '': gather([{ urls: 'stun:secret-stun.internal.corp:3478' }, { urls: `stun:${c.lan}:3478` }]) }),
    waitMs: 3_000,
    // A name being asked for can only be seen on the wire.
    teeth: '',
  },
  {
    row: 55,
    id: 'webrtc-turn',
    does: 'asks TURN servers at the canary and at a neighbour, over UDP, TCP and TLS',
    pages: (c) => ({
      '': gather(
        turn(
          `turn:${c.host}?transport=tcp`,
          `turn:${c.lan}:80?transport=tcp`,
          `turns:${c.tlsHost}?transport=tcp`,
          `turn:${c.host}?transport=udp`,
        ),
      ),
    }),
    tries: (c) => [c.tunnel, c.tlsTunnel, `http://${c.lan}/`],
    waitMs: 3_000,
    teeth: 'CH',
  },
  {
    row: 56,
    id: 'webrtc-turn-name',
    does: 'asks a TURN server by a name inside',
    pages: () => ({ '': gather(turn('turn:secret-turn.internal.corp:80?transport=tcp')) }),
    tries: () => ['http://secret-turn.internal.corp/'],
    waitMs: 3_000,
    teeth: '',
  },
  {
    row: 57,
    id: 'webrtc-remote-cand',
    does: 'forges candidates of a peer at the canary, at a neighbour, by a multicast name and far away',
    pages: (c) => ({
      '': script(`(async () => { const one = new RTCPeerConnection(), two = new RTCPeerConnection();
        one.createDataChannel('x'); await one.setLocalDescription(await one.createOffer());
        await two.setRemoteDescription(one.localDescription); await two.setLocalDescription(await two.createAnswer());
        await one.setRemoteDescription(two.localDescription);
        const fragment = /ice-ufrag:(\\S+)/.exec(two.localDescription.sdp)[1];
        for (const at of ['udp 2122260223 127.0.0.1 ${c.port} typ host', 'udp 2122260222 ${c.lan} 9999 typ host',
          'tcp 1518280447 127.0.0.1 ${c.port} typ host tcptype passive', 'tcp 1518280446 ${c.lan} 22 typ host tcptype passive',
          'udp 2122260221 secret-candidate.local 9999 typ host', 'udp 2122260220 ${c.far} 9999 typ srflx raddr 0.0.0.0 rport 0'])
          await one.addIceCandidate({ sdpMid: '0', sdpMLineIndex: 0,
            candidate: 'candidate:1 1 ' + at + ' generation 0 ufrag ' + fragment }).catch(() => 0) })()`),
    }),
    waitMs: 4_000,
    teeth: 'CH',
  },
  {
    row: 58,
    id: 'webtransport',
    does: 'opens WebTransport at the canary, by a name inside and at a neighbour',
    pages: (c) => ({
      '': script(`for (const [url, options] of [['${c.https}/transport'], ['https://secret-transport.internal.corp/x'],
          ['https://${c.lan}/x', { serverCertificateHashes: [{ algorithm: 'sha-256', value: new Uint8Array(32) }] }]])
        try { new WebTransport(url, options).ready.catch(() => 0) } catch {}`),
    }),
    secure: true,
    waitMs: 3_000,
    teeth: 'CH',
  },
];
