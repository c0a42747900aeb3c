import { createCounted } from '#mocks/faults';
import type { DirectedAnswer } from '#schemas';
import { type Answer, dropped, refusal } from '../calls/answer.ts';
import type { Call } from '../calls/call.ts';

interface Deps {
  readonly clock: { after(milliseconds: number, fire: () => void): () => void };
}

/** A proxy between us and a caller without a limit of its own would have closed the connection by now. */
const longestSilenceMs = 60_000;

/** Answers decided beforehand for the next calls of a path whose sender is known: printed and replayable, never dice. */
export type DirectedAnswers = ReturnType<typeof createDirectedAnswers>;

export const createDirectedAnswers = ({ clock }: Deps) => {
  const pending = createCounted<{ readonly path: string; readonly answer: DirectedAnswer; readonly times: 1 }>();

  const silence = (signal: AbortSignal): Promise<Answer> =>
    new Promise((resolve) => {
      const end = () => {
        cancel();
        signal.removeEventListener('abort', end);
        resolve(dropped);
      };
      const cancel = clock.after(longestSilenceMs, end);
      if (signal.aborted) end();
      else signal.addEventListener('abort', end, { once: true });
    });

  return {
    /** One each for the next calls of exactly this path; afterwards they are handled as always. */
    add(path: string, answers: readonly DirectedAnswer[]) {
      for (const answer of answers) pending.add({ path, answer, times: 1 });
    },
    /** Undefined when the call is to be handled. */
    insteadOf(call: Call) {
      const { answer } = pending.next(({ path }) => path === decoded(call.path)) ?? {};
      if (answer === undefined) return undefined;
      call.note({ injected: typeof answer === 'string' ? answer : `status ${answer.status}` });
      if (answer === 'silence') return silence(call.request.signal);
      return Promise.resolve(
        answer === 'drop' ? dropped : refusal(answer.status, 'Fault', 'A fault that was asked for.'),
      );
    },
  };
};

const decoded = (path: string): string => {
  try {
    return decodeURIComponent(path);
  } catch {
    return path;
  }
};
