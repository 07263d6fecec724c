import { defineConfig } from 'vitest/config';

// Runs in a network of its own, which `documented-runs.test.ts` makes: what it asks has public names and addresses.
export default defineConfig({
  test: {
    include: ['test/documents/*.run.ts'],
    server: { deps: { external: [/\/dist\//] } },
    testTimeout: 90_000,
    hookTimeout: 60_000,
  },
});
