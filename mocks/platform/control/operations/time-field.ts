import { parseTimestamp } from '#schemas';
import { ControlError } from '../declaration/control-error.ts';

/** Epoch milliseconds of an ISO 8601 time. */
export const timeField = (text: string | undefined): number | undefined => {
  if (text === undefined) return undefined;
  const at = parseTimestamp(text);
  if (at === undefined) throw new ControlError(400, 'InvalidBody', `${text} is no ISO 8601 time.`);
  return at.epochMs;
};
