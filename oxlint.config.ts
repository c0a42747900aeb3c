import { defineConfig } from 'oxlint';

const folders = ['schemas', 'scenarios', 'mocks', 'reports', 'harness', 'bench', 'build'];

/** Another folder is entered by its door (`#schemas`, `#mocks/platform`), so that each has one list of what it offers. */
const escape = {
  regex: `^(\\.\\./)+(${folders.join('|')})/`,
  message: 'Relative imports stay in their top folder; another folder is entered by its door, such as #schemas.',
};

/** The arrows of the star: schemas imports nobody, scenarios, mocks and reports import schemas, harness imports all. */
const closed = {
  schemas: { doors: ['scenarios', 'mocks', 'reports'], reason: 'schemas says what is agreed and knows nobody' },
  scenarios: { doors: ['mocks', 'reports'], reason: 'a scenario touches the ports of its world and nothing else' },
  mocks: { doors: ['scenarios', 'reports'], reason: 'the mocks are of use without the harness' },
  reports: { doors: ['scenarios', 'mocks'], reason: 'a report is a pure function of the result' },
  harness: { doors: [], reason: 'harness may import every folder' },
};

export default defineConfig({
  plugins: ['typescript', 'import', 'unicorn', 'oxc', 'promise'],
  categories: { correctness: 'error' },
  env: { node: true },
  ignorePatterns: ['dist', 'mocks/platform/console/built', 'node_modules', 'conformance-results', '**/*.gen.ts'],
  rules: {
    'import/no-cycle': 'error',
    'typescript/no-explicit-any': 'error',
    'typescript/no-floating-promises': 'error',
    'typescript/no-non-null-assertion': 'error',
    'typescript/switch-exhaustiveness-check': ['error', { considerDefaultExhaustiveForUnions: true }],
    'no-unused-vars': ['error', { ignoreRestSiblings: true }],
    'no-restricted-globals': [
      'error',
      ...['AsyncDisposableStack', 'DisposableStack', 'SuppressedError'].map((name) => ({
        name,
        message: 'Node 22 does not have it.',
      })),
    ],
    // Our ports are plain objects whose methods never use `this`.
    'typescript/unbound-method': 'off',
    // Spreading a string into code points is what the specification's lengths are counted in.
    'typescript/no-misused-spread': 'off',
    // JSON Schema has a keyword of that name.
    'unicorn/no-thenable': 'off',
  },
  overrides: Object.entries(closed).map(([folder, { doors, reason }]) => ({
    files: [`${folder}/**/*.{ts,tsx}`],
    rules: {
      // Only commands write to the terminal, through the printer they are given.
      'no-console': 'error' as const,
      'no-restricted-imports': [
        'error' as const,
        {
          patterns: [
            escape,
            ...(doors.length === 0
              ? []
              : [{ regex: `^#(${doors.join('|')})(/|$)`, message: `Not from here: ${reason}.` }]),
          ],
        },
      ],
    },
  })),
});
