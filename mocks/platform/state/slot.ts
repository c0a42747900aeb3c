/** One value that is kept beside the memory, where anything is kept. */
export interface Slot<Value> {
  get(): Value | undefined;
  set(value: Value): void;
}

export const slotOf = <Value>(map: Map<string, Value>, id: string): Slot<Value> => ({
  get: () => map.get(id),
  set: (value) => void map.set(id, value),
});
