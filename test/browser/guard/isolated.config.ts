import { defineConfig } from '@playwright/test';

// Tests with a check switched off or a switch removed. They run only in a network namespace of their own.
export default defineConfig({
  testDir: '.',
  testMatch: '*.isolated.ts',
  timeout: 45_000,
  workers: 1,
  retries: 0,
  reporter: 'list',
});
