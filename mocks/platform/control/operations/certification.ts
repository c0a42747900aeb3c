import type { EventStream } from '../../calls/event.ts';
import type { RunHost } from '../../state/ports.ts';
import { ControlError, found, operationsOn } from '../declaration/fields.ts';

export interface CertificationDeps {
  readonly events: Pick<EventStream, 'emit'>;
  readonly ports: { readonly certification?: RunHost };
}

export type CertificationControl = ReturnType<typeof createCertificationControl>;

export const createCertificationControl = ({ events, ports: { certification } }: CertificationDeps) => {
  certification?.follow((run) => events.emit({ kind: 'certification', run }));
  return {
    certification(): RunHost {
      if (certification !== undefined) return certification;
      throw new ControlError(
        501,
        'NoCertification',
        'This platform cannot certify: start it with conformance platform.',
      );
    },
  };
};

const runIn = (host: RunHost, id: string) =>
  found(
    host.runs().find((run) => run.id === id),
    'UnknownRun',
    `There is no run ${id}.`,
  );

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
    control.certification().start({ ...wish, ...(only !== undefined && { only: only.map(String) }) }),
  'GET /certification/runs/{id}': (control, { id }) => runIn(control.certification(), id),
  'DELETE /certification/runs/{id}': (control, { id }) => control.certification().interrupt(id),
  'GET /certification/runs/{id}/row': (control, { id, requirement }) =>
    found(control.certification().row(id, requirement), 'UnknownRequirement', `Run ${id} has no row ${requirement}.`),
  'GET /certification/runs/{id}/comparison': (control, { id, older }) => control.certification().compare(older, id),
  'GET /certification/runs/{id}/exchanges': (control, { id, after = 0, text }) =>
    control.certification().exchanges(id, after, text),
  'GET /certification/runs/{id}/exchanges/{n}': async (control, { id, n }) =>
    found(
      await control.certification().exchange(id, Number(n)),
      'UnknownExchange',
      `Run ${id} has no exchange ${Number(n)}.`,
    ),
  'POST /certification/runs/{id}/exchanges/archive': (control, { id, exchanges }) =>
    control.certification().archive(id, exchanges.map(Number)),
  'POST /certification/runs/{id}/exchanges/walks': (control, { id, exchanges }) =>
    control.certification().walks(id, exchanges.map(Number)),
  'POST /certification/runs/{id}/turn'(control, { id, answer = '' }) {
    const host = control.certification();
    if (!host.answer(id, answer)) throw new ControlError(409, 'NobodysTurn', `Run ${id} waits for nobody.`);
    return runIn(host, id);
  },
});
