import { defineConfig } from 'vitest/config';

export default defineConfig({
  test: {
    include: ['lab/containers/*.containers.ts', 'mocks/platform/queue/contract/backend.contract.test.ts'],
    pool: 'threads',
    maxWorkers: 1,
    testTimeout: 120_000,
    setupFiles: 'lab/nothing-left.ts',
  },
});
