/**
 * About how many bytes a parsed value takes in memory, which for JSON of small parts is twenty times its text. Stops looking
 * once it is more than `enough`.
 */
export const weightOf = (value: unknown, enough: number = Number.POSITIVE_INFINITY): number => {
  const budget = { weight: 0, enough };
  weigh(value, budget);
  return budget.weight;
};

const [textWeight, holderWeight, memberWeight] = [24, 56, 16];

/** JSON that was read is a thousand levels deep at most. */
const weigh = (value: unknown, budget: { weight: number; readonly enough: number }): void => {
  if (typeof value === 'string') budget.weight += textWeight + 2 * value.length;
  if (typeof value !== 'object' || value === null) return;
  budget.weight += holderWeight;
  if (Array.isArray(value))
    for (let index = 0; index < value.length && budget.weight <= budget.enough; index++) {
      budget.weight += memberWeight;
      weigh(value[index], budget);
    }
  else if (value instanceof Uint8Array) budget.weight += value.byteLength;
  else
    for (const name in value) {
      if (budget.weight > budget.enough) return;
      budget.weight += memberWeight;
      weigh((value as Readonly<Record<string, unknown>>)[name], budget);
    }
};

/** The beginning of a value that weighs about so much at most, with an ellipsis where something is left out. */
export const cutTo = <Value>(most: number, value: Value): Value => cut(value, { left: most }) as Value;

const cut = (value: unknown, room: { left: number }): unknown => {
  if (typeof value === 'string') {
    const shown = value.slice(0, Math.max(0, room.left / 2));
    room.left -= textWeight + 2 * shown.length;
    return shown.length < value.length ? `${shown}…` : value;
  }
  if (typeof value !== 'object' || value === null) return value;
  room.left -= holderWeight;
  if (Array.isArray(value)) {
    const items: unknown[] = [];
    for (const item of value) {
      if (room.left <= 0) return [...items, '…'];
      room.left -= memberWeight;
      items.push(cut(item, room));
    }
    return items;
  }
  const members: (readonly [string, unknown])[] = [];
  for (const name in value) {
    // What an event is stands before its body and after it.
    if (room.left <= 0 && members.length > 20) return Object.fromEntries([...members, ['…', '…']]);
    room.left -= memberWeight + 2 * name.length;
    members.push([name.slice(0, 200), cut((value as Readonly<Record<string, unknown>>)[name], room)]);
  }
  return Object.fromEntries(members);
};
