import { BROWSER_PROCESS } from './browser-process.js';
import { NAMES } from './names.js';
import { NAVIGATION } from './navigation.js';
import type { Scenario } from './scenario.js';
import { SCRIPTS } from './scripts.js';
import { SUBRESOURCE } from './subresources.js';
import { WEBRTC } from './webrtc.js';

/** Every attack that a page makes by itself. */
export const SCENARIOS: readonly Scenario[] = [
  ...NAVIGATION,
  ...SUBRESOURCE,
  ...SCRIPTS,
  ...BROWSER_PROCESS,
  ...WEBRTC,
  ...NAMES,
];
