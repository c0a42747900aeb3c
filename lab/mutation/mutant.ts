import type { Fetch } from '#mocks/hosting';
import type { Catch } from '../certify/catches.ts';
import { type Between, certify, type CertifyOptions } from '../certify/certify.ts';
import { answersThrough } from './editing/answers.ts';
import { createSeen, type Seen } from './drawing.ts';
import { type Change } from './editing/changes.ts';
import { createEditor, type Editor } from './editing/editor.ts';
import { equivalenceOf } from './equivalent/mutants.ts';
import type { Equivalence } from './equivalent/rule.ts';
import { differenceOf, type Difference } from './difference.ts';
import { merchantOperation, platformOperation } from './operations.ts';
import type { Json } from './editing/places.ts';
import type { Mutable, Plan } from './editing/plan.ts';
import { requestsThrough } from './editing/requests.ts';

/** What became of a mutant. */
export interface Mutant {
  readonly plan: Plan;
  /**
   * `caught`: a requirement is reported broken. `withheld`: none is, but some could not be exercised, so the run is not
   * conformant either. `survived`: certified. `untouched`: no message was changed.
   */
  readonly fate: 'caught' | 'withheld' | 'survived' | 'untouched' | 'broken';
  /** A message was changed in a way the specification forbids. */
  readonly effective: boolean;
  readonly changes: number;
  /** The first forbidden change, or else the first one. */
  readonly example?: Difference & { readonly occurrence: number };
  /** Why the changes are all allowed. */
  readonly allowed: readonly Equivalence[];
  readonly caught?: Catch;
  readonly notExercised: readonly string[];
  readonly requests: number;
  readonly durationMs: number;
}

/** Certifies a reference peer whose messages are changed on the way, until something is found. */
export const tryMutant = async (plan: Plan): Promise<Mutant> => {
  let changes = 0;
  let forbidden: Change | undefined;
  let first: Change | undefined;
  const allowed = new Map<string, Equivalence>();
  const editor = createEditor(plan, (change) => {
    changes++;
    first ??= change;
    const equivalence = equivalenceOf(plan, change);
    if (equivalence === undefined) forbidden ??= change;
    else allowed.set(equivalence.clause, equivalence);
  });
  const { party, variant } = plan;
  const { result, catches, requests, durationMs } = await certify(
    { party, variant },
    { untilCaught: true, between: betweenWith(editor) },
  );
  const notExercised = result.requirements.filter(({ status }) => status === 'not-exercised').map(({ id }) => id);
  const shown = forbidden ?? first;
  const fate = () => {
    if (result.verdict === 'harness-error') return 'broken';
    if (changes === 0) return 'untouched';
    if (catches.length > 0) return 'caught';
    return notExercised.length > 0 ? 'withheld' : 'survived';
  };
  return {
    plan,
    fate: fate(),
    effective: forbidden !== undefined,
    changes,
    ...(shown && { example: { ...differenceOf(shown), occurrence: shown.occurrence } }),
    allowed: forbidden === undefined ? [...allowed.values()] : [],
    ...(catches[0] && { caught: catches[0] }),
    notExercised: catches.length > 0 ? [] : notExercised,
    requests,
    durationMs,
  };
};

const betweenWith =
  (editor: Editor): NonNullable<CertifyOptions['between']> =>
  ({ config, clock }): Between => ({
    toPeer: (peer) => answersThrough(peer, (request) => merchantOperation(request, config), editor, clock),
    toPlatform: (platform) => requestsThrough(platform, platformOperation, editor, clock),
  });

/** The messages of a conformant peer. */
export const watchMessages = async (party: Mutable, variant: string): Promise<Seen> => {
  const { seen, add } = createSeen();
  const watching =
    (
      fetch: Fetch,
      operationOf: (request: Request) => Promise<string | undefined>,
      side: 'request' | 'response',
    ): Fetch =>
    async (request) => {
      const operation = await operationOf(request);
      const sent = request.clone();
      const response = await fetch(request);
      if (operation !== undefined && (side === 'request' || response.ok))
        add(operation, isQueueCall(operation) ? undefined : await bodyOf(side === 'request' ? sent : response.clone()));
      return response;
    };
  await certify(
    { party, variant },
    {
      between: ({ config }) => ({
        toPeer: (peer) => watching(peer, async (request) => merchantOperation(request, config), 'response'),
        toPlatform: (platform) => watching(platform, platformOperation, 'request'),
      }),
    },
  );
  return seen;
};

/** Signed with keys that only the till has. */
const isQueueCall = (operation: string): boolean => ['ReceiveMessage', 'DeleteMessage'].includes(operation);

const bodyOf = async (message: Request | Response): Promise<Json | undefined> => {
  try {
    return (await message.json()) as Json;
  } catch {
    return undefined;
  }
};
