import type { ExchangeDetail } from '#schemas';
import { CopyButton, Copyable } from '../elements/copy-button.tsx';
import { Empty } from '../elements/empty.tsx';
import { JsonText } from '../elements/json-text.tsx';
import { spokenMs } from '#traffic/charts';
import { timeOfDay } from '../elements/time.ts';
import { runsOf } from '../live/runs.ts';
import { attempt } from '../live/control-api.ts';
import { WalkFigures } from '../charts/walk-figures.tsx';
import { go, href, route } from '../route.ts';
import { ExchangeText, useExchange } from './exchange-text.tsx';
import { Judgements } from './judgements.tsx';
import { currentLog, runId } from './sources.ts';
import { StoryDetail } from './story-detail.tsx';
import { archiveOf, asTest, save } from './take-away.ts';
import { VerdictBadge } from './verdict-badge.tsx';

/** What the list has selected: an exchange in full, a story, or an event of the platform. */
export const Detail = ({ rowKey }: { readonly rowKey: string }) => {
  const story = currentLog().storyOf(rowKey);
  const { query } = route.value;
  return (
    <section id="traffic-detail" class="detail" tabIndex={-1} aria-label="Detail">
      <div class="row spread">
        <button type="button" class="quiet close" onClick={() => go(href('traffic', [], query))}>
          Close <span class="faint small">Esc</span>
        </button>
        <CopyButton
          text={`${location.origin}/${href('traffic', [rowKey], ofRunOnly(query))}`}
          label="Copy link"
          what="link to this entry"
        />
      </div>
      {story !== undefined ? (
        <StoryDetail story={story} />
      ) : /^\d+$/.test(rowKey) ? (
        <WholeExchange id={rowKey} run={runId.value} />
      ) : (
        <EventDetail rowKey={rowKey} />
      )}
    </section>
  );
};

/** Who follows a link sees the entry, and not what its sender had filtered away around it. */
const ofRunOnly = (query: URLSearchParams): URLSearchParams => {
  const run = query.get('run');
  return new URLSearchParams(run === null ? {} : { run });
};

const EventDetail = ({ rowKey }: { readonly rowKey: string }) => {
  const row = currentLog().rowOf(rowKey);
  if (row === undefined)
    return (
      <Empty title="Not here any more">
        <p>The platform keeps its last 10 000 exchanges, and none of them after a restart.</p>
      </Empty>
    );
  return (
    <div class="stack">
      <header class="stack tight">
        <h2>{row.title}</h2>
        <p class="soft">
          {timeOfDay(row.at)} {row.place} {row.facts}
        </p>
      </header>
      <JsonText label="Event" body={row.event} />
    </div>
  );
};

const WholeExchange = ({ id, run }: { readonly id: string; readonly run: string | undefined }) => {
  const exchange = useExchange(id, run);
  if (typeof exchange === 'string')
    return (
      <Empty title="Not here any more">
        <p>{exchange}</p>
      </Empty>
    );
  if (exchange === undefined) return <p class="soft">Reading exchange {id}…</p>;
  const { operation, verdict, violations, judgements } = exchange;
  const marked = judgements.flatMap(({ outcome, pointer }) =>
    outcome === 'passed' || pointer === undefined ? [] : [pointer],
  );
  return (
    <div class="stack">
      <header class="stack tight">
        <div class="row">
          <h2>{operation}</h2>
          {(run === undefined || verdict !== 'not-judged') && (
            <VerdictBadge verdict={verdict} violations={violations} />
          )}
        </div>
        <p class="mono wrap">
          {exchange.request.method} {exchange.request.url}
        </p>
        <p class="soft small">{circumstances(exchange, run)}</p>
        {exchange.injected !== undefined && (
          <p class="small ours-note">The platform answered so because a fault was switched on: {exchange.injected}</p>
        )}
        <Message exchange={exchange} run={run} />
      </header>
      {run !== undefined && judgements.length === 0 ? (
        <p class="soft small">The run found nothing wrong in it.</p>
      ) : (
        <Judgements judgements={judgements} run={run} />
      )}
      <TakeAway exchange={exchange} run={run} />
      {exchange.call === 'catalogue' && <WalkFigures exchanges={[exchange.id]} run={run} />}
      <ExchangeText exchange={exchange} marked={marked} />
      <h3>curl</h3>
      <Copyable text={exchange.curl} what="curl command" />
    </div>
  );
};

const circumstances = (exchange: ExchangeDetail, run: string | undefined): string => {
  const { direction, at, response, failure, durationMs, integrationProfileId, shop } = exchange;
  const who = run === undefined ? 'the platform' : 'the harness';
  const came = response === undefined ? (failure ?? 'not answered') : `answered ${response.status}`;
  return [
    `${direction === 'sent' ? 'Sent' : 'Received'} by ${who} at ${timeOfDay(at)}`,
    `${came} after ${spokenMs(durationMs)}`,
    ...(integrationProfileId === undefined ? [] : [`location ${integrationProfileId}`]),
    ...(shop === undefined ? [] : [`shop ${shop}`]),
  ].join(', ');
};

const Message = ({ exchange, run }: { readonly exchange: ExchangeDetail; readonly run: string | undefined }) => {
  const { messageId, integrationProfileId } = exchange;
  if (messageId === undefined) return null;
  return (
    <p class="small">
      Message{' '}
      {run === undefined && integrationProfileId !== undefined ? (
        <a class="mono" href={href('till', [integrationProfileId, messageId])}>
          {messageId}
        </a>
      ) : (
        <span class="mono">{messageId}</span>
      )}
    </p>
  );
};

const TakeAway = ({ exchange, run }: { readonly exchange: ExchangeDetail; readonly run: string | undefined }) => {
  const { id, curl } = exchange;
  return (
    <div class="row" role="group" aria-label="Take this exchange along">
      <CopyButton text={curl} label="Copy as curl" what="this exchange" />
      <CopyButton
        text={asTest(
          exchange,
          runsOf().find((each) => each.id === run),
        )}
        label="Copy as test"
        what="a test for conformance/vitest"
      />
      <button
        type="button"
        onClick={() => void attempt(async () => save(`exchange-${id}.har`, await archiveOf([id], run)))}
      >
        Save as HAR
      </button>
    </div>
  );
};
