import type { ExchangeDetail, RunRow, RunSummary, RunWish } from '#schemas';
import type { EventStream } from '../../calls/event.ts';
import { ControlError, operationsOn } from '../declaration/fields.ts';
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
    runRow(id: string, requirement: string): RunRow {
      const row = certification().row(runOf(id).id, requirement);
      if (row === undefined) throw new ControlError(404, 'UnknownRequirement', `Run ${id} has no row ${requirement}.`);
      return row;
    },
    runExchanges: async (id: string, after: number, text?: string) =>
      await certification().exchanges(runOf(id).id, after, text),
    async runExchange(id: string, n: number): Promise<ExchangeDetail> {
      const exchange = await certification().exchange(runOf(id).id, n);
      if (exchange === undefined) throw new ControlError(404, 'UnknownExchange', `Run ${id} has no exchange ${n}.`);
      return exchange;
    },
    archiveRun: async (id: string, numbers: readonly number[]) => await certification().archive(runOf(id).id, numbers),
    walksOfRun: async (id: string, numbers: readonly number[]) => await certification().walks(runOf(id).id, numbers),
    compareRuns: (older: string, newer: string) => certification().compare(runOf(older).id, runOf(newer).id),
    async runReport(id: string): Promise<string> {
      const page = await certification().report(runOf(id).id);
      if (page === undefined) throw new ControlError(404, 'NoReport', `Run ${id} has no report yet.`);
      return page;
    },
  };
};

/** Certifying a target from the page: the same runs as on the command line. */
export const certificationOperations = operationsOn<CertificationControl>()({
  'GET /certification'(control) {
    const { configured, suites, tills, runs } = control.certification();
    return { configured: configured(), suites, tills: tills(), runs: runs() };
  },
  'POST /certification/doctor': async (control, wish) => ({
    checks: await control.certification().doctor(wish.suite, wish.till),
  }),
  'POST /certification/runs': (control, { only, ...wish }) =>
    control.startRun({ ...wish, ...(only !== undefined && { only: only.map(String) }) }),
  'GET /certification/runs/{id}': (control, { id }) => control.run(id),
  'DELETE /certification/runs/{id}': (control, { id }) => control.interruptRun(id),
  'GET /certification/runs/{id}/row': (control, { id, requirement }) => control.runRow(id, requirement),
  'GET /certification/runs/{id}/comparison': (control, { id, older }) => control.compareRuns(older, id),
  'GET /certification/runs/{id}/exchanges': (control, { id, after = 0, text }) => control.runExchanges(id, after, text),
  'GET /certification/runs/{id}/exchanges/{n}': (control, { id, n }) => control.runExchange(id, Number(n)),
  'POST /certification/runs/{id}/exchanges/archive': (control, { id, exchanges }) =>
    control.archiveRun(id, exchanges.map(Number)),
  'POST /certification/runs/{id}/exchanges/walks': (control, { id, exchanges }) =>
    control.walksOfRun(id, exchanges.map(Number)),
  'POST /certification/runs/{id}/turn': (control, { id, answer = '' }) => control.answerTurn(id, answer),
});
