import { commandKinds, commands, isCommandKind, isShapeName, type ShapeName, shapeNames, validate } from '#schemas';
import type { State } from '../../state/state.ts';
import { ControlError } from '../declaration/control-error.ts';
import { operationsOn } from '../declaration/operation.ts';
import type { Samples } from '../../state/ports.ts';
import { bundledSchema } from './bundled-schema.ts';
import { locationIn } from './location-in.ts';
import { tillFacts } from './till-facts.ts';

export interface ShapeDeps {
  readonly state: Pick<State, 'locations'>;
  readonly clock: { now(): number };
  readonly ports: { readonly samples?: Samples };
}

export interface SampleWish {
  /** Whose till: what it has told is used. */
  readonly integrationProfileId?: string;
  readonly seed?: number;
}

export type ShapeControl = ReturnType<typeof createShapeControl>;

export const createShapeControl = ({ state, clock, ports }: ShapeDeps) => {
  const locationOf = locationIn(state);
  return {
    async sample(messageKind: string, { integrationProfileId, seed = 0 }: SampleWish) {
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

/** What a payload has to look like, and one that does. */
export const shapeOperations = operationsOn<ShapeControl>()({
  'GET /samples/{messageKind}': {
    summary: 'A valid payload of a command, made up on a seed',
    fields: {
      integrationProfileId: {
        type: 'string',
        description: 'Whose till: tables, listings and bills it told of are used',
      },
      seed: { type: 'integer', description: 'Default 0' },
    },
    run: (control, { messageKind, ...wish }) => control.sample(messageKind, wish),
  },
  'GET /shapes/{shape}': {
    summary: "The JSON Schema of a shape, or of a command's payload, in one piece",
    run: (_, { shape }) => bundledSchema(shapeOf(shape)),
  },
  'POST /validations/{shape}': {
    summary: "What is wrong with a value as this shape, or as this command's payload",
    fields: { value: { type: 'any', required: true } },
    run: (_, { shape, value }) => ({
      violations: validate(shapeOf(shape), value).map(({ pointer, message, expected, actual }) => ({
        pointer,
        message,
        expected,
        actual,
      })),
    }),
  },
});
