import type { RunSummary } from '#schemas';
import { submitted } from '../elements/form-text.ts';
import { SecondsLeft } from '../elements/seconds-left.tsx';
import { control } from '../live/control-api.ts';
import { attempt } from '../live/notices.ts';

interface TurnProps {
  readonly run: string;
  readonly turn: NonNullable<RunSummary['turn']>;
}

export const Turn = ({ run, turn }: TurnProps) => {
  const { trigger, text, deadline, wantsAnswer } = turn;
  const done = (answer: string) =>
    attempt(() => control('POST /certification/runs/{id}/turn', { id: run, done: true, answer }));
  return (
    <form class="turn" onSubmit={submitted((text) => done(wantsAnswer ? text('answer') : ''))}>
      <div>
        <h3>
          Your turn: {trigger}
          {/* Not read out each second. */}
          <span aria-live="off">
            , <SecondsLeft until={deadline} /> left
          </span>
        </h3>
        <p>{text}</p>
      </div>
      <div class="row">
        {wantsAnswer && (
          <input name="answer" required aria-label="What came of it" placeholder="its id" autocomplete="off" />
        )}
        <button type="submit" class="primary big">
          Done
        </button>
        <button type="button" onClick={() => void done('no')}>
          I could not do it
        </button>
      </div>
    </form>
  );
};
