import {
  bundledSchema,
  commandKinds,
  commands,
  type ControlInput,
  isCommandKind,
  isShapeName,
  type ShapeName,
  type TillFacts,
  shapeNames,
  validate,
} from '#schemas';
import type { State, Location } from '../../state/state.ts';
import { ControlError, operationsOn } from '../declaration/fields.ts';
import type { Samples } from '../../state/ports.ts';
import { locationIn } from './shop-in.ts';

export interface ShapeDeps {
  readonly state: Pick<State, 'locations'>;
  readonly clock: { now(): number };
  readonly ports: { readonly samples?: Samples };
}

export type ShapeControl = ReturnType<typeof createShapeControl>;

export const createShapeControl = ({ state, clock, ports }: ShapeDeps) => {
  const locationOf = locationIn(state);
  return {
    async sample(messageKind: string, { integrationProfileId, seed = 0 }: ControlInput<'GET /samples/{messageKind}'>) {
      if (!isCommandKind(messageKind))
        throw new ControlError(
          404,
          'UnknownKind',
          `${messageKind} is no command. Choose from: ${commandKinds.join(', ')}.`,
        );
      if (ports.samples === undefined)
        throw new ControlError(
          501,
          'NoSamples',
          'This platform makes up no payloads: start it with conformance platform.',
        );
      const facts = tillFacts(integrationProfileId === undefined ? undefined : locationOf(integrationProfileId));
      return { payload: await ports.samples(messageKind, facts, { seed, now: clock.now() }) };
    },
  };
};

/** A shape by its own name, or that of the payload of a command. */
const shapeOf = (name: string): ShapeName => {
  if (isCommandKind(name)) return commands[name].payload;
  if (isShapeName(name)) return name;
  throw new ControlError(404, 'UnknownShape', `${name} is no command and no shape. Shapes: ${shapeNames.join(', ')}.`);
};

export const shapeOperations = operationsOn<ShapeControl>()({
  'GET /samples/{messageKind}': (control, { messageKind, ...wish }) => control.sample(messageKind, wish),
  'GET /shapes/{shape}': (_, { shape }) => bundledSchema(shapeOf(shape)),
  'POST /validations/{shape}': (_, { shape, value }) => ({
    violations: validate(shapeOf(shape), value).map(({ pointer, message, expected, actual }) => ({
      pointer,
      message,
      expected,
      actual,
    })),
  }),
});

/** What the commands of a location and their results tell; the newest first. */
const tillFacts = (location: Location | undefined): TillFacts => {
  const commands = [...(location?.commands.values() ?? [])].toReversed();
  const payloads = commands.map(({ envelope }) => envelope.payload);
  const results = (kind: string): readonly Readonly<Record<string, unknown>>[] =>
    commands.flatMap(({ envelope, result }) => (envelope.messageKind === kind ? [Object(result)] : []));
  const { posBillId, totals } = Object(
    results('BillPreparationRequested').find(({ bill }) => bill !== undefined)?.['bill'],
  );
  const amount: unknown = Object(totals).total;
  return {
    tableIds: texts(payloads.map((payload) => payload['tableId'] ?? stationIn(payload['orderContext']))),
    // The shape of a listing is not finalised (assume/unfinalised-shapes).
    listingIds: texts(
      results('ProductListingsSyncRequested')
        .flatMap(({ listings }) => (Array.isArray(listings) ? listings : []))
        .map((listing) => Object(listing).id ?? Object(listing).listingId),
    ),
    ...(typeof posBillId === 'string' && isMoney(amount) && { bill: { posBillId, amount } }),
  };
};

const stationIn = (orderContext: unknown): unknown => {
  const { stationKind, stationId } = Object(orderContext);
  return stationKind === 'TABLE' ? stationId : undefined;
};

const texts = (values: readonly unknown[]): readonly string[] => [
  ...new Set(values.filter((value) => typeof value === 'string')),
];

const isMoney = (value: unknown): value is { readonly value: number; readonly currency: string } => {
  const { value: amount, currency } = Object(value);
  return Number.isSafeInteger(amount) && typeof currency === 'string';
};
