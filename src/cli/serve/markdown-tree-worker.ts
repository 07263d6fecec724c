import { parentPort, workerData } from 'node:worker_threads';
import { shownTree } from './markdown-tree.js';

parentPort?.postMessage(shownTree(String(workerData)));
