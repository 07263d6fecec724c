import { defineConfig } from '@playwright/test';

export default defineConfig({
  testDir: 'test/browser',
  testMatch: '**/*.spec.ts',
  timeout: 45_000,
  fullyParallel: true,
  workers: 2,
  forbidOnly: Boolean(process.env['CI']),
  // A flaky test is a bug. CI tells of it, as flaky, and goes on to what else there is to tell.
  retries: process.env['CI'] ? 2 : 0,
  reporter: 'list',
});
