import { fillText, type Variables } from '../config/template.ts';
import type { Fired } from './trigger-answer.ts';

/** What a person is asked to do. */
export interface Turn {
  /** Name of the trigger, to recognise it in the configuration. */
  readonly trigger: string;
  readonly instruction: string;
  /** Whether the answer typed is used, such as the id of a basket just made. */
  readonly wantsAnswer: boolean;
  readonly secondsLeft: number;
}

/** Asks a person, and resolves with what was typed once it is done. */
export type Prompter = (turn: Turn, signal: AbortSignal) => Promise<string>;
/** Why nobody needs to answer any more. */
export const seenReason = 'the target has done it';

/** The triggers whose result is used, so that a person must type it. */
const answered: ReadonlySet<string> = new Set([
  'createBasket',
  'createShortLivedBasket',
  'listTipRecipients',
  'getTipRecipient',
]);

export const fireManually = async (
  trigger: string,
  instruction: string,
  variables: Variables,
  { prompter, limitMs, signal }: { prompter: Prompter; limitMs: number; signal: AbortSignal },
): Promise<Fired> => {
  const typed = await prompter(
    {
      trigger,
      instruction: fillText(instruction, variables),
      wantsAnswer: answered.has(trigger),
      secondsLeft: Math.round(limitMs / 1000),
    },
    signal,
  );
  const result = typed.trim();
  if (result.toLowerCase() === 'no') return { kind: 'failed', why: 'the person who was asked could not do it' };
  if (answered.has(trigger) && result === '') return { kind: 'failed', why: 'nothing was typed' };
  return { kind: 'done', result };
};
