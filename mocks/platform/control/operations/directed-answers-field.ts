import type { DirectedAnswer } from '../../api/directed-answers.ts';
import { ControlError } from '../declaration/control-error.ts';

/** The answers of a control request: `{ status }`, `silence` or `drop` each. */
export const readAnswers = (given: readonly unknown[]): readonly DirectedAnswer[] => {
  const unknown = given.find((answer) => !isAnswer(answer));
  if (unknown === undefined && given.length > 0) return given.filter(isAnswer);
  const what = given.length === 0 ? 'answers is empty' : `${JSON.stringify(unknown)} is no answer`;
  const choices = 'Choose from: {"status": 200 to 599}, "silence", "drop".';
  throw new ControlError(400, 'InvalidBody', `${what}. ${choices}`);
};

const isAnswer = (answer: unknown): answer is DirectedAnswer => {
  if (answer === 'silence' || answer === 'drop') return true;
  const { status, ...rest } = Object(answer);
  return Number.isInteger(status) && status >= 200 && status <= 599 && Object.keys(rest).length === 0;
};
