/** Each as a text, for what lists hold is the same in whichever order it stands there. */
export const inAnyOrder = (things: readonly unknown[]): readonly string[] =>
  things.map((thing) => JSON.stringify(thing)).toSorted();
