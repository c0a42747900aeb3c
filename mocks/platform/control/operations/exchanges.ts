import { define, type Operation } from '../declaration/operation.ts';

/** The calls in both directions, as they were recorded. */
export const exchangeOperations: readonly Operation[] = [
  define({
    method: 'get',
    path: '/exchanges',
    summary: 'The newest exchanges with their verdicts, in ascending order',
    query: {
      after: { type: 'integer', description: 'Only exchanges after this number' },
      limit: { type: 'integer', description: 'How many; default 1000' },
    },
    run: (control, _, __, { after = 0, limit = 1000 }) => ({
      exchanges: limit > 0 ? control.exchanges(after, limit) : [],
    }),
  }),
  define({
    method: 'get',
    path: '/exchanges/{id}',
    summary: 'A whole exchange, with its secrets taken out and with what the register says about it',
    run: (control, parameter) => control.exchange(Number(parameter('id'))),
  }),
];
