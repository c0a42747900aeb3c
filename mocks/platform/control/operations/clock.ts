import { ControlError, operationsOn } from '../declaration/fields.ts';

export type ClockControl = ReturnType<typeof createClockControl>;

export const createClockControl = ({
  clock,
}: {
  readonly clock: { now(): number; advance?(milliseconds: number): void };
}) => ({
  now: () => clock.now(),
  advanceClock(milliseconds: number): number {
    if (clock.advance === undefined)
      throw new ControlError(409, 'RealClock', 'The platform runs on the real clock, which cannot be moved.');
    clock.advance(milliseconds);
    return clock.now();
  },
});

export const clockOperations = operationsOn<ClockControl>()({
  'GET /clock': {
    summary: "The platform's time",
    run: (control) => ({ now: control.now() }),
  },
  'POST /clock/advance': {
    summary: 'Moves a clock that is moved by hand',
    fields: { ms: { type: 'integer', required: true } },
    run: (control, { ms }) => ({ now: control.advanceClock(ms) }),
  },
});
