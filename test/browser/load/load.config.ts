import { defineConfig } from '@playwright/test';

// What a hostile site does to whoever reads it, at a scale that would disturb every other test.
export default defineConfig({
  testDir: '.',
  testMatch: '*.load.ts',
  timeout: 90_000,
  fullyParallel: true,
  // Most of their time is waiting; memory is counted by process.
  workers: 2,
  forbidOnly: Boolean(process.env['CI']),
  retries: 0,
  reporter: 'list',
});
