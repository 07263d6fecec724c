import { execFile } from 'node:child_process';
import path from 'node:path';
import { promisify } from 'node:util';
import { expect, test } from '@playwright/test';

test('the demo of the README runs to its end', async () => {
  const demo = path.resolve(import.meta.dirname, '../../examples/demo.js');
  const { stdout } = await promisify(execFile)(process.execPath, [demo]);
  expect(stdout).toContain('who walked it off');
  expect(stdout).toContain('HttpReader: REFUSED_ADDRESS');
  expect(stdout).toContain('BrowserReader: REFUSED_ADDRESS');
  expect(stdout).toContain('Requests that reached the internal service from either reader: 0');
});
