import { defineConfig } from 'vitest/config';

export default defineConfig({
  test: {
    reporters: [
      'default',
      ['junit', { outputFile: 'results/junit.xml' }],
      ['allure-vitest/reporter', { resultsDir: 'results/allure' }],
    ],
  },
});
