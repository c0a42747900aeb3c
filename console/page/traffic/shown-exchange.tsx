import { Copyable } from '../elements/copy-button.tsx';
import { spokenMs } from '#traffic/charts';
import { ExchangeText, useExchange } from './exchange-text.tsx';
import { Judgements } from './judgements.tsx';
import type { Story } from './stories.ts';

interface ShownProps {
  readonly run: string | undefined;
  readonly n: number | string;
  readonly pointer: string | undefined;
  /** With what is wrong in it. */
  readonly judged?: boolean;
}

/** An exchange as what is said of it needs it, with the half first that is judged. */
export const ShownExchange = ({ run, n, pointer, judged = false }: ShownProps) => {
  const exchange = useExchange(String(n), run);
  if (exchange === undefined) return <p class="small soft">Reading exchange {n}…</p>;
  if (typeof exchange === 'string') return <p class="small soft">{exchange}</p>;
  const { request, response, failure, durationMs, curl, direction, judgements } = exchange;
  const broken = judgements.filter(({ outcome }) => outcome !== 'passed');
  const found = judged ? broken.flatMap((one) => one.pointer ?? []) : [];
  return (
    <>
      {judged && <Judgements judgements={broken} run={run} />}
      <div class="stack shown-exchange" aria-label={`Exchange ${n}`} role="group">
        <p class="mono wrap">
          #{n} {request.method} {request.url} → {response?.status ?? failure ?? 'no answer'} in {spokenMs(durationMs)}
        </p>
        <ExchangeText exchange={exchange} marked={pointer === undefined ? found : [pointer]} judgedFirst />
        {direction === 'sent' && <Copyable text={curl} what="curl command" />}
      </div>
    </>
  );
};

/** What is wrong in a story, with the call that shows it; the first of several. */
export const StoryFindings = ({ story, run }: { readonly story: Story; readonly run: string | undefined }) => {
  const { rows } = story;
  const wrong =
    rows.find(({ verdict }) => verdict === 'violation') ?? rows.find(({ verdict }) => verdict === 'warning');
  if (wrong === undefined) return null;
  return (
    <section class="stack tight story-findings" aria-label="What is wrong">
      <ShownExchange key={wrong.key} run={run} n={wrong.key} pointer={undefined} judged />
    </section>
  );
};
