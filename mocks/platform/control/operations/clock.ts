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
  'GET /clock': (control) => ({ now: control.now() }),
  'POST /clock/advance': (control, { ms }) => ({ now: control.advanceClock(ms) }),
});
