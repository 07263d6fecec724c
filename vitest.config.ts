import { availableParallelism } from 'node:os';
import { defineConfig } from 'vitest/config';

// Tests run what ships (`#src/*` is `dist/*`), so that workers and spawned programs are the built ones.
const shared = {
  // As Node runs it: what is sent to a browser page is the source of functions, which must not be rewritten.
  server: { deps: { external: [/\/dist\//] } },
  testTimeout: 20_000,
  // A flaky test is a bug. CI tells of it, as tried again, and goes on to what else there is to tell.
  retry: process.env['CI'] ? 1 : 0,
  hookTimeout: 30_000,
  unstubEnvs: true,
};

export default defineConfig({
  test: {
    // Many wait for a program that they have started: one processor left free would be idle on a machine of two.
    maxWorkers: Math.max(2, availableParallelism() - 1),
    projects: [
      { test: { ...shared, name: 'unit', include: ['test/**/*.test.ts'] } },
      {
        test: {
          ...shared,
          name: 'jsdom',
          // The light DOM must read a page as the reference does.
          include: [
            'test/page/{cleaning,document,images,kinds,link-references,markdown,markdown-*,revealed-parts,selection,threads}.test.ts',
            'test/reader/fixtures.test.ts',
          ],
          env: { PAGEWARD_TEST_DOM: 'jsdom' },
        },
      },
    ],
  },
});
