import { expect, test } from 'vitest';
import { createRunExchanges } from '#console';
import { createRedactor } from '#traffic';
import { createRunState } from './run-state.ts';

const ask = { instruction: 'Close the till.', wantsAnswer: true, secondsLeft: 30 };

test('turns are taken one after the other, and one that is over is nobody’s', async () => {
  const state = createRunState({
    id: 'r',
    wish: { suite: 'pos', seed: 1 },
    target: undefined,
    config: undefined,
    exchanges: createRunExchanges({ settings: {}, redactor: createRedactor() }),
    folder: 'out',
    now: () => 1000,
    changed: () => undefined,
  });
  const unending = new AbortController().signal;
  expect(state.answer('too early')).toBe(false);
  const first = state.prompter({ ...ask, trigger: 'setLocation' }, unending);
  const leaving = new AbortController();
  const second = state.prompter({ ...ask, trigger: 'changeTable' }, leaving.signal);
  expect(state.summary()).toMatchObject({
    status: 'waiting',
    turn: { trigger: 'setLocation', text: 'Close the till.', deadline: 31_000, wantsAnswer: true },
  });
  expect(state.answer('closed')).toBe(true);
  expect(await first).toBe('closed');
  expect(state.summary().turn?.trigger).toBe('changeTable');
  leaving.abort(new Error('seen'));
  await expect(second).rejects.toThrow('seen');
  expect(state.summary()).toMatchObject({ status: 'running', done: 0, requirements: [] });
  expect(state.answer('too late')).toBe(false);
});
