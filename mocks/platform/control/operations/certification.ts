import { define, type Operation } from '../declaration/operation.ts';

const run = '/certification/runs/{id}';
const suite = { type: 'string', values: ['merchant', 'pos', 'platform'], required: true } as const;

const till = { type: 'string', description: 'Which of pos.tills, where there are several' } as const;

/** Certifying a target from the page: the same runs as on the command line. */
export const certificationOperations: readonly Operation[] = [
  define({
    method: 'get',
    path: '/certification',
    summary: 'Whether there is a configuration to certify by, and the runs so far',
    run(control) {
      const { configured, suites, runs } = control.certification();
      return { configured: configured(), suites, runs: runs() };
    },
  }),
  define({
    method: 'post',
    path: '/certification/doctor',
    summary: 'Examines the set-up only; nothing is judged',
    fields: { suite, till },
    run: async (control, _, { suite: party, till: name }) => ({
      checks: await control.certification().doctor(party, name),
    }),
  }),
  define({
    method: 'post',
    path: '/certification/runs',
    summary: 'Starts a run; one at a time',
    fields: {
      suite,
      till,
      only: { type: 'array', description: 'Requirements, areas or scenarios' },
      effort: { type: 'string', values: ['quick', 'standard', 'thorough'] },
      seed: { type: 'integer' },
    },
    run: (control, _, { only, ...wish }) =>
      control.startRun({ ...wish, ...(only !== undefined && { only: only.map(String) }) }),
  }),
  define({
    method: 'get',
    path: run,
    summary: 'How far a run has come',
    run: (control, parameter) => control.run(parameter('id')),
  }),
  define({
    method: 'delete',
    path: run,
    summary: 'Interrupts a run; its report is still written',
    run: (control, parameter) => control.interruptRun(parameter('id')),
  }),
  define({
    method: 'post',
    path: `${run}/turn`,
    summary: 'What a person was asked to do is done',
    fields: {
      done: { type: 'boolean', values: [true], required: true },
      answer: { type: 'string', description: 'What was asked to be typed, such as the id of the basket just made' },
    },
    run: (control, parameter, { answer = '' }) => control.answerTurn(parameter('id'), answer),
  }),
];
