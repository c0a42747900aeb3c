import { stringify } from 'yaml';
import { judged, type ManifestOptions, runCommand } from './manifest.ts';

const results = 'fleet-results';

/** Each time anew: what is the same object twice is written as an alias. */
const installed = () => [
  { uses: 'actions/checkout@v4' },
  { uses: 'actions/setup-node@v4', with: { 'node-version': 24 } },
  { run: 'npm ci' },
];

/** A workflow with a matrix, a job for each target. */
export const github = ({ count, file }: ManifestOptions): string =>
  [
    '# One job a target, then one table of all. Copy it to .github/workflows/.',
    stringify({
      name: 'conformance fleet',
      on: { workflow_dispatch: {}, schedule: [{ cron: '0 2 * * *' }] },
      jobs: {
        target: {
          'runs-on': 'ubuntu-latest',
          strategy: { 'fail-fast': false, matrix: { index: Array.from({ length: count }, (_, index) => index) } },
          steps: [
            ...installed(),
            { run: `npx ${runCommand(file, results, ' --index ${{ matrix.index }}')}; ${judged}`, shell: 'bash {0}' },
            {
              uses: 'actions/upload-artifact@v4',
              if: 'always()',
              with: { name: 'target-${{ matrix.index }}', path: results },
            },
          ],
        },
        report: {
          needs: 'target',
          if: 'always()',
          'runs-on': 'ubuntu-latest',
          steps: [
            ...installed(),
            {
              uses: 'actions/download-artifact@v4',
              with: { pattern: 'target-*', path: results, 'merge-multiple': true },
            },
            { run: `npx conformance fleet report ${results} --ci` },
            { uses: 'actions/upload-artifact@v4', if: 'always()', with: { name: 'fleet', path: results } },
          ],
        },
      },
    }),
  ].join('\n');
