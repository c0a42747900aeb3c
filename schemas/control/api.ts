import type { ControlAnswers } from './answers.gen.ts';
import type { ControlInputs } from './inputs.gen.ts';

export type ControlCall = keyof ControlAnswers;
export type ControlAnswer<Call extends ControlCall> = ControlAnswers[Call];
/** What it takes beside the parameters in its path: after the question mark of a GET, else as a JSON body. */
export type ControlInput<Call extends ControlCall> = ControlInputs[Call];
/** The names in braces. */
export type PathParameter<Path extends string> = Path extends `${string}{${infer Name}}${infer Rest}`
  ? Name | PathParameter<Rest>
  : never;
