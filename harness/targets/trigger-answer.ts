import { beginning, toBody, valueAt } from '#traffic';

/** What firing one trigger came to. `why` is the target's own answer, shortened: it becomes the reason in the report. */
export type Fired =
  | { readonly kind: 'done'; readonly result: unknown }
  | { readonly kind: 'failed'; readonly why: string };

export const excerpt = (text: string): string => beginning(text, 300);

/** The result in a trigger's output: the whole of it, or what the pointer names. */
export const resultOf = (output: string, pointer: string | undefined): Fired => {
  const value = parsed(output);
  if (pointer === undefined) return { kind: 'done', result: value };
  const result = valueAt(value, pointer);
  if (result !== undefined) return { kind: 'done', result };
  return { kind: 'failed', why: `its answer has nothing at ${pointer}: ${excerpt(output) || '(empty)'}` };
};

const parsed = (output: string): unknown => {
  const { json } = toBody(Buffer.from(output));
  return json.ok ? json.value : output.trim();
};
