import { useSignal } from '@preact/signals';
import { useEffect } from 'preact/hooks';
import type { ExchangeDetail, ShownMessage } from '#schemas';
import { CopyButton } from '../elements/copy-button.tsx';
import { Copyable } from '../elements/copyable.tsx';
import { Empty } from '../elements/empty.tsx';
import { JsonText } from '../elements/json-text.tsx';
import { duration, timeOfDay } from '../elements/time.ts';
import { control, Refusal } from '../live/control-api.ts';
import { go, href, route } from '../route.ts';
import { Judgements } from './judgements.tsx';
import { rowOf, rows } from './rows.ts';
import { VerdictBadge } from './verdict-badge.tsx';

/** What the list has selected: an exchange in full, or an event of the platform. */
export const Detail = ({ rowKey }: { readonly rowKey: string }) => (
  <section id="traffic-detail" class="detail" tabIndex={-1} aria-label="Detail">
    <div class="row spread">
      <span class="row">
        <button type="button" class="quiet close" onClick={() => go(href('traffic', [], route.value.query))}>
          Close <span class="faint small">Esc</span>
        </button>
      </span>
      <CopyButton
        text={`${location.origin}/${href('traffic', [rowKey])}`}
        label="Copy link"
        what="link to this entry"
      />
    </div>
    {/^\d+$/.test(rowKey) ? <WholeExchange id={rowKey} /> : <EventDetail rowKey={rowKey} />}
  </section>
);

const EventDetail = ({ rowKey }: { readonly rowKey: string }) => {
  // Read, so that an event that has not arrived yet is shown once it does.
  void rows.value.all;
  const row = rowOf(rowKey);
  if (row === undefined)
    return (
      <Empty title="Not here any more">
        <p>The platform keeps its last 10 000 events, and none of them after a restart.</p>
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
      <JsonText label="Event" body={row.entry.event} />
    </div>
  );
};

const WholeExchange = ({ id }: { readonly id: string }) => {
  const found = useSignal<ExchangeDetail | undefined>(undefined);
  const problem = useSignal('');
  useEffect(() => {
    let wanted = true;
    problem.value = '';
    control('GET /exchanges/{id}', { id }).then(
      (exchange) => {
        if (wanted) found.value = exchange;
      },
      (error: unknown) => {
        if (!wanted) return;
        found.value = undefined;
        problem.value = error instanceof Refusal ? error.message : String(error);
      },
    );
    return () => {
      wanted = false;
    };
  }, [id]);
  if (problem.value !== '')
    return (
      <Empty title="Not here any more">
        <p>{problem.value}</p>
      </Empty>
    );
  const exchange = found.value;
  if (exchange === undefined) return <p class="soft">Reading exchange {id}…</p>;
  const { operation, direction, request, response, verdict, violations, judgements, failure } = exchange;
  const marked = judgements.flatMap(({ outcome, pointer }) =>
    outcome === 'passed' || pointer === undefined ? [] : [pointer],
  );
  return (
    <div class="stack">
      <header class="stack tight">
        <div class="row">
          <h2>{operation}</h2>
          <VerdictBadge verdict={verdict} violations={violations} />
        </div>
        <p class="mono wrap">
          {request.method} {request.url}
        </p>
        <p class="soft small">
          {direction === 'sent' ? 'Sent by the platform' : 'Received by the platform'} at {timeOfDay(exchange.at)},{' '}
          {response === undefined ? (failure ?? 'not answered') : `answered ${response.status}`} after{' '}
          {duration(exchange.durationMs)}
          {exchange.integrationProfileId !== undefined && `, location ${exchange.integrationProfileId}`}
          {exchange.shop !== undefined && `, shop ${exchange.shop}`}
        </p>
        {exchange.messageId !== undefined && exchange.integrationProfileId !== undefined && (
          <p class="small">
            Message{' '}
            <a class="mono" href={href('till', [exchange.integrationProfileId, exchange.messageId])}>
              {exchange.messageId}
            </a>
          </p>
        )}
      </header>
      <Judgements judgements={judgements} />
      <Part title="Request" message={request} marked={direction === 'received' ? marked : []} />
      {response !== undefined && (
        <Part title={`Response ${response.status}`} message={response} marked={direction === 'sent' ? marked : []} />
      )}
      <h3>curl</h3>
      <Copyable text={exchange.curl} what="curl command" />
    </div>
  );
};

interface PartProps {
  readonly title: string;
  readonly message: ShownMessage;
  readonly marked: readonly string[];
}

const Part = ({ title, message, marked }: PartProps) => {
  const { headers, body, encoding, truncated } = message;
  const list = Object.entries(headers);
  return (
    <div class="stack tight">
      <h3>{title}</h3>
      <details>
        <summary class="small soft">{list.length} headers</summary>
        <dl class="headers mono">
          {list.map(([name, value]) => (
            <div key={`${name}${value}`}>
              <dt>{name}</dt>
              <dd>{value}</dd>
            </div>
          ))}
        </dl>
      </details>
      {body === undefined || body === '' ? (
        <p class="small faint">No body</p>
      ) : (
        <JsonText
          label={[
            'Body',
            ...(encoding === undefined ? [] : [encoding]),
            ...(truncated === true ? ['cut off'] : []),
          ].join(', ')}
          body={body}
          marked={marked}
        />
      )}
    </div>
  );
};
