import { efforts, parties, type RunSummary, type RunWish } from '#schemas';
import type { EventStream } from '../../calls/event.ts';
import { ControlError } from '../declaration/control-error.ts';
import { operationsOn } from '../declaration/operation.ts';
import type { RunHost } from '../../state/ports.ts';

export interface CertificationDeps {
  readonly events: Pick<EventStream, 'emit'>;
  readonly ports: { readonly certification?: RunHost };
}

export type CertificationControl = ReturnType<typeof createCertificationControl>;

export const createCertificationControl = ({ events, ports }: CertificationDeps) => {
  const certification = (): RunHost => {
    if (ports.certification !== undefined) return ports.certification;
    throw new ControlError(501, 'NoCertification', 'This platform cannot certify: start it with conformance platform.');
  };
  const runOf = (id: string): RunSummary => {
    const run = certification()
      .runs()
      .find((each) => each.id === id);
    if (run === undefined) throw new ControlError(404, 'UnknownRun', `There is no run ${id}.`);
    return run;
  };
  ports.certification?.follow((run) => events.emit({ kind: 'certification', run }));
  return {
    certification,
    run: runOf,
    startRun: (wish: RunWish): RunSummary => certification().start(wish),
    interruptRun: (id: string): RunSummary => certification().interrupt(runOf(id).id),
    answerTurn(id: string, text: string): RunSummary {
      if (!certification().answer(runOf(id).id, text))
        throw new ControlError(409, 'NobodysTurn', `Run ${id} waits for nobody.`);
      return runOf(id);
    },
    async runReport(id: string): Promise<string> {
      const page = await certification().report(runOf(id).id);
      if (page === undefined) throw new ControlError(404, 'NoReport', `Run ${id} has no report yet.`);
      return page;
    },
  };
};

const suite = { type: 'string', values: parties, required: true } as const;
const till = { type: 'string', description: 'Which of pos.tills, where there are several' } as const;

/** Certifying a target from the page: the same runs as on the command line. */
export const certificationOperations = operationsOn<CertificationControl>()({
  'GET /certification': {
    summary: 'Whether there is a configuration to certify by, and the runs so far',
    run(control) {
      const { configured, suites, runs } = control.certification();
      return { configured: configured(), suites, runs: runs() };
    },
  },
  'POST /certification/doctor': {
    summary: 'Examines the set-up only; nothing is judged',
    fields: { suite, till },
    run: async (control, wish) => ({ checks: await control.certification().doctor(wish.suite, wish.till) }),
  },
  'POST /certification/runs': {
    summary: 'Starts a run; one at a time',
    fields: {
      suite,
      till,
      only: { type: 'array', description: 'Requirements, areas or scenarios' },
      effort: { type: 'string', values: efforts },
      seed: { type: 'integer' },
    },
    run: (control, { only, ...wish }) =>
      control.startRun({ ...wish, ...(only !== undefined && { only: only.map(String) }) }),
  },
  'GET /certification/runs/{id}': {
    summary: 'How far a run has come',
    run: (control, { id }) => control.run(id),
  },
  'DELETE /certification/runs/{id}': {
    summary: 'Interrupts a run; its report is still written',
    run: (control, { id }) => control.interruptRun(id),
  },
  'POST /certification/runs/{id}/turn': {
    summary: 'What a person was asked to do is done',
    fields: {
      done: { type: 'boolean', values: [true], required: true },
      answer: { type: 'string', description: 'What was asked to be typed, such as the id of the basket just made' },
    },
    run: (control, { id, answer = '' }) => control.answerTurn(id, answer),
  },
});
