import { notExercised } from '../../outcome.ts';

/** Where time is short: messages come again in mixed schedules too, and there of every kind. */
export const leftToSchedules = notExercised(
  'the till takes its time over each message, so that messages come again in mixed schedules alone',
  'attempts.within',
);
