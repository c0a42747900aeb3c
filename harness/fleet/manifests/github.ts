import { stringify } from 'yaml';
import { bucketVariables, judged, type ManifestOptions, runCommand } from './manifest.ts';

const kept = 'fleet-results';

/** Each time anew: what is the same object twice is written as an alias. */
const installed = () => [
  { uses: 'actions/checkout@v4' },
  { uses: 'actions/setup-node@v4', with: { 'node-version': 24 } },
  { run: 'npm ci' },
];

/** A workflow with a matrix, a job for each target. */
export const github = ({ count, file, results }: ManifestOptions): string =>
  [
    '# One job a target, then one table of all. Copy it to .github/workflows/.',
    stringify({
      name: 'conformance fleet',
      on: { workflow_dispatch: {}, schedule: [{ cron: '0 2 * * *' }] },
      ...(results !== undefined && {
        env: Object.fromEntries(bucketVariables.map((name) => [name, `\${{ secrets.${name} }}`])),
      }),
      jobs: {
        target: {
          'runs-on': 'ubuntu-latest',
          strategy: { 'fail-fast': false, matrix: { index: Array.from({ length: count }, (_, index) => index) } },
          steps: [
            ...installed(),
            {
              run: `npx ${runCommand(file, results ?? kept, ' --index ${{ matrix.index }}')}; ${judged}`,
              shell: 'bash {0}',
            },
            ...(results === undefined
              ? [
                  {
                    uses: 'actions/upload-artifact@v4',
                    if: 'always()',
                    with: { name: 'target-${{ matrix.index }}', path: kept },
                  },
                ]
              : []),
          ],
        },
        report: {
          needs: 'target',
          if: 'always()',
          'runs-on': 'ubuntu-latest',
          steps: [
            ...installed(),
            ...(results === undefined
              ? [
                  {
                    uses: 'actions/download-artifact@v4',
                    with: { pattern: 'target-*', path: kept, 'merge-multiple': true },
                  },
                ]
              : []),
            { run: `npx conformance fleet report ${results === undefined ? kept : `${results} --out ${kept}`} --ci` },
            { uses: 'actions/upload-artifact@v4', if: 'always()', with: { name: 'fleet', path: kept } },
          ],
        },
      },
    }),
  ].join('\n');
