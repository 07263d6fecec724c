import { defineConfig } from 'vitest/config';

export default defineConfig({
  test: {
    include: ['test/**/*.test.ts'],
    // Tests run what ships (`#src/*` is `dist/*`), so that workers and spawned programs are the built ones.
    testTimeout: 20_000,
    hookTimeout: 30_000,
    unstubEnvs: true,
  },
});
