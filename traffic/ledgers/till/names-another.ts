import type { TrafficOf } from '../../till-traffic.ts';
import { textsIn } from './line-kind.ts';

/** A diff may say of which table it is, and then says of this one nothing. */
export const namesAnother = (
  seen: TrafficOf<'event'>,
  tableId: string,
  isTable: (text: string) => boolean,
): boolean => {
  const named = textsIn(Object(seen.body).diff).filter(isTable);
  return named.length > 0 && !named.includes(tableId);
};
