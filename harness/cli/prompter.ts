import { printable } from '#reports/printable';
import { type Prompter, seenReason } from '../targets/manual-trigger.ts';
import type { CliContext } from './cli-context.ts';

/** Asks for manual triggers on the terminal, one after the other; undefined where there is nobody to ask. */
export const prompterOf = ({ ask, printer }: Pick<CliContext, 'ask' | 'printer'>): Prompter | undefined => {
  if (ask === undefined) return undefined;
  let turn: Promise<unknown> = Promise.resolve();
  return ({ trigger, instruction, wantsAnswer, secondsLeft }, signal) => {
    const answer = turn.then(async () => {
      signal.throwIfAborted();
      const resume = printer.pause();
      try {
        printer.note(`\nYour turn (${trigger}, ${secondsLeft} s): ${printable(instruction)}`);
        return await ask(
          `  ${wantsAnswer ? 'Type the resulting id and press Enter' : 'Press Enter when done'}, or type no if you cannot do it: `,
          signal,
        );
      } finally {
        if (signal.reason === seenReason) printer.note('\nSeen at the till: the run goes on.');
        resume();
      }
    });
    turn = answer.catch(() => undefined);
    return answer;
  };
};
