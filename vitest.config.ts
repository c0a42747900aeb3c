import { configDefaults, defineConfig } from 'vitest/config';

const folders = '{schemas,traffic,scenarios,mocks,reports,console,harness,lab,build}';
/** Tests of whole programs: processes, browsers, kills, runs from end to end. */
const whole = `${folders}/**/*.whole.test.ts`;
/**
 * A thread each: what runs a suite leaves peers behind, whose warped clocks would take the time of the next file; mocks in
 * process put themselves in the place of the network; and what is looked for on the heap must be there by itself.
 */
const runs = [
  'harness/*.test.ts',
  'harness/{console-runs,output,run,vitest}/**/*.test.ts',
  'lab/**/*.test.ts',
  'mocks/in-process.test.ts',
  'schemas/validation/validate.test.ts',
];

export default defineConfig({
  test: {
    pool: 'threads',
    maxWorkers: 2,
    testTimeout: 60_000,
    // A busy machine is no failure: the default of a second is over while another process starts.
    expect: { poll: { timeout: 30_000 } },
    setupFiles: 'lab/nothing-left.ts',
    projects: [
      {
        extends: true,
        test: {
          name: 'parts',
          include: [`${folders}/**/*.test.ts`],
          exclude: [...configDefaults.exclude, whole, ...runs],
          // Loading the modules anew for every file costs more than all of its tests.
          isolate: false,
        },
      },
      { extends: true, test: { name: 'runs', include: runs, exclude: [...configDefaults.exclude, whole] } },
      { extends: true, test: { name: 'whole', include: [whole] } },
    ],
    // The JSON goes where --outputFile.json says.
    ...(process.env['CI'] !== undefined && {
      reporters: ['default', 'json', ['allure-vitest/reporter', { resultsDir: 'conformance-results/tests' }]],
    }),
  },
});
