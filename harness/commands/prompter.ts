import type { Prompter } from '../targets/manual-trigger.ts';
import type { Surroundings } from './surroundings.ts';

/** Asks for a manual trigger on the terminal; undefined where there is nobody to ask. */
export const prompterOf = ({ ask, printer }: Pick<Surroundings, 'ask' | 'printer'>): Prompter | undefined =>
  ask &&
  (async ({ trigger, instruction, wantsAnswer, secondsLeft }, signal) => {
    printer.note(`\nYour turn (${trigger}, ${secondsLeft} s): ${instruction}`);
    return await ask(wantsAnswer ? '  Type the resulting id and press Enter: ' : '  Press Enter when done. ', signal);
  });
