import { commands, isCommandKind, isShapeName, type ShapeName, shapeNames, validate } from '#schemas';
import { bundledSchema } from './bundled-schema.ts';
import { ControlError } from '../declaration/control-error.ts';
import { define, type Operation } from '../declaration/operation.ts';

/** A shape by its own name, or that of the payload of a command. */
const shapeOf = (name: string): ShapeName => {
  if (isCommandKind(name)) return commands[name].payload;
  if (isShapeName(name)) return name;
  throw new ControlError(404, 'UnknownShape', `${name} is no command and no shape. Shapes: ${shapeNames.join(', ')}.`);
};

/** What a payload has to look like, and one that does. */
export const shapeOperations: readonly Operation[] = [
  define({
    method: 'get',
    path: '/samples/{messageKind}',
    summary: 'A valid payload of a command, made up on a seed',
    query: {
      integrationProfileId: {
        type: 'string',
        description: 'Whose till: tables, listings and bills it told of are used',
      },
      seed: { type: 'integer', description: 'Default 0' },
    },
    run: (control, parameter, _, wish) => control.sample(parameter('messageKind'), wish),
  }),
  define({
    method: 'get',
    path: '/shapes/{shape}',
    summary: "The JSON Schema of a shape, or of a command's payload, in one piece",
    run: (_, parameter) => bundledSchema(shapeOf(parameter('shape'))),
  }),
  define({
    method: 'post',
    path: '/validations/{shape}',
    summary: "What is wrong with a value as this shape, or as this command's payload",
    fields: { value: { type: 'any', required: true } },
    run: (_, parameter, { value }) => ({
      violations: validate(shapeOf(parameter('shape')), value).map(({ pointer, message, expected, actual }) => ({
        pointer,
        message,
        expected,
        actual,
      })),
    }),
  }),
];
