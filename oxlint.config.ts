import { defineConfig, type OxlintOverride } from 'oxlint';

const folders = ['schemas', 'traffic', 'scenarios', 'mocks', 'reports', 'console', 'harness', 'lab', 'build'];

/** Another folder is entered by its door (`#schemas`, `#mocks/platform`), so that each has one list of what it offers. */
const escape = (from: string) => ({
  // The page has a view of its own that is called traffic.
  regex: `^(\\.\\./)+(${folders.filter((folder) => from !== 'console' || folder !== 'traffic').join('|')})/`,
  message: 'Relative imports stay in their top folder; another folder is entered by its door, such as #schemas.',
});

/** Arrows go down only: what a folder must not import, and why. What is not named here is allowed. */
const closed = {
  schemas: {
    doors: ['traffic', 'scenarios', 'mocks', 'reports', 'console', 'harness', 'lab'],
    reason: 'schemas says what is agreed and knows nobody',
  },
  traffic: {
    doors: ['scenarios', 'mocks', 'reports', 'console', 'harness', 'lab'],
    reason: 'traffic is about one exchange and the stream of them, whoever made them',
  },
  scenarios: {
    doors: ['mocks', 'reports', 'console', 'harness', 'lab'],
    reason: 'a scenario touches the ports of its world and nothing else',
  },
  mocks: {
    doors: ['scenarios', 'reports', 'console', 'harness', 'lab'],
    reason: 'the mocks are of use without the harness',
  },
  reports: {
    doors: ['scenarios', 'mocks', 'console', 'harness', 'lab'],
    reason: 'a report is a pure function of the result',
  },
  console: {
    doors: ['scenarios', 'mocks', 'reports', 'harness', 'lab'],
    reason: 'the page reads what the control API says, and nothing else',
  },
  harness: { doors: ['lab'], reason: 'what only proves the product is private' },
  lab: { doors: [], reason: '' },
} satisfies Readonly<Record<string, { readonly doors: readonly string[]; readonly reason: string }>>;

/** The rooms of a folder, the upper ones first: within it, too, arrows go down only. */
const rooms: Readonly<Record<string, readonly string[]>> = {
  harness:
    'cli vitest console-runs certificate output watch run captures doctor ports client targets verdicts plan config'.split(
      ' ',
    ),
  reports: 'html allure comparison junit markdown terminal violation wording'.split(' '),
};

const roomsAbove = (folder: string, room: string) => {
  const order = rooms[folder] ?? [];
  return {
    regex: `^(\\.\\./)+(${order.slice(0, order.indexOf(room)).join('|')})/`,
    message: `A room of ${folder}/ imports from those below it only: ${order.join(' > ')}.`,
  };
};

/** Everything of the kind goes through one file, so that nothing is left behind. */
const temporary = {
  name: 'node:fs',
  importNames: ['mkdtemp', 'mkdtempSync', 'mkdtempDisposableSync'],
  message: 'A folder for a while is a temporaryFolder of harness/output, in a test a testFolder of lab/doubles.',
};

/** Past the doors goes only what proves the insides. */
const inside = {
  regex: '^#(harness|mocks/(merchant|pos|platform|hosting|time|faults))/',
  message: 'The inside of another folder is for lab/ only; import from its door.',
};

export default defineConfig({
  plugins: ['typescript', 'import', 'unicorn', 'oxc', 'promise'],
  categories: { correctness: 'error' },
  env: { node: true },
  ignorePatterns: ['dist', 'console/built', 'node_modules', 'conformance-results', '**/*.gen.ts'],
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
  overrides: Object.entries(closed).flatMap(([folder, { doors, reason }]) => {
    const arrows = (forbidden: readonly string[], room?: string): NonNullable<OxlintOverride['rules']> => ({
      // Only commands write to the terminal, through the printer they are given.
      'no-console': 'error',
      'no-restricted-imports': [
        'error',
        {
          paths: [temporary],
          patterns: [
            escape(folder),
            ...(folder === 'lab' ? [] : [inside]),
            ...(room === undefined ? [] : [roomsAbove(folder, room)]),
            ...(forbidden.length === 0
              ? []
              : [{ regex: `^#(${forbidden.join('|')})(/|$)`, message: `Not from here: ${reason}.` }]),
          ],
        },
      ],
    });
    return [
      { files: [`${folder}/**/*.{ts,tsx}`], rules: arrows(doors) },
      ...(rooms[folder] ?? [])
        .slice(1)
        .map((room) => ({ files: [`${folder}/${room}/**/*.ts`], rules: arrows(doors, room) })),
      // A test may borrow a double; nothing that is published can.
      { files: [`${folder}/**/*.{test,fixture}.ts`], rules: arrows(doors.filter((door) => door !== 'lab')) },
    ];
  }),
});
