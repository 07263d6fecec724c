import { pageScript } from '../page/page-script.js';
import { keepClosedRoot, suspectedHosts } from '../page/shadow-roots.js';
import type { Commands, FrameWorld } from './frame-world.js';

/**
 * Opens the closed shadow roots of the elements that the last snapshot suspected, to our world alone. Costs a message an
 * element asked about; asking for the whole document would cost half a second on a large one. Returns how many were found.
 */
export async function openClosedRoots(cdp: Commands, world: FrameWorld): Promise<number> {
  const hosts = await world.objects(pageScript(suspectedHosts, []));
  const described = await Promise.all(hosts.map((objectId) => cdp.send('DOM.describeNode', { objectId, depth: 0 })));
  const closed = described
    .flatMap(({ node }) => node.shadowRoots ?? [])
    .filter((root) => root.shadowRootType === 'closed');
  await Promise.all(closed.map((root) => world.callOnNode(root.backendNodeId, String(keepClosedRoot))));
  return closed.length;
}
