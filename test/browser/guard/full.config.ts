import { defineConfig } from '@playwright/test';

// What takes too long for every run, or needs another browser or tcpdump.
export default defineConfig({
  testDir: '.',
  testMatch: '*.full.ts',
  timeout: 400_000,
  workers: 1,
  retries: 0,
  reporter: 'list',
});
