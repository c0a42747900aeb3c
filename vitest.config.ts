import { defineConfig } from 'vitest/config';

export default defineConfig({
  test: {
    include: ['{schemas,traffic,scenarios,mocks,reports,console,harness,lab,build}/**/*.test.ts'],
    pool: 'threads',
    maxWorkers: 2,
    testTimeout: 60_000,
    // The JSON goes where --outputFile.json says.
    ...(process.env['CI'] !== undefined && {
      reporters: ['default', 'json', ['allure-vitest/reporter', { resultsDir: 'conformance-results/tests' }]],
    }),
  },
});
