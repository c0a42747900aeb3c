import type { ControlAnswer, ControlCall, ControlInput, PathParameter } from '#schemas';
import type { Fields, FieldsOf } from './fields.ts';

/** One operation of the control API; its route and its place in the OpenAPI document come from here. */
export interface Operation<Control> {
  readonly summary: string;
  /** What it takes beside the parameters of its path: after the question mark of a GET, else as a JSON body. */
  readonly fields?: Fields;
  /** What it answers as JSON; undefined is 204. */
  readonly run: (control: Control, input: never) => unknown;
}

/** What has nothing to tell may say nothing. */
type Answer<Call extends ControlCall> = ControlAnswer<Call> extends undefined ? void : ControlAnswer<Call>;

interface Row<Control, Call extends ControlCall> extends Operation<Control> {
  readonly fields?: FieldsOf<ControlInput<Call>>;
  readonly run: (
    control: Control,
    input: ControlInput<Call> & { readonly [Name in PathParameter<Call>]: string },
  ) => Answer<Call> | Promise<Answer<Call>>;
}

/** The operations on one part of the control, each held to what `#schemas` says it takes and answers. */
export const operationsOn =
  <Control>() =>
  <Calls extends ControlCall>(
    rows: { readonly [Call in Calls]: Row<Control, Call> },
  ): {
    readonly [Call in Calls]: Operation<Control>;
  } =>
    rows;
