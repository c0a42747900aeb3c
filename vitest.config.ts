import { defineConfig } from 'vitest/config';

export default defineConfig({
  test: {
    include: ['{schemas,scenarios,mocks,reports,harness,bench,build}/**/*.test.ts'],
    pool: 'threads',
    maxWorkers: 2,
    testTimeout: 60_000,
  },
});
