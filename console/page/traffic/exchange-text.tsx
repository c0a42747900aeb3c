import type { ExchangeDetail, ShownMessage } from '#schemas';
import { JsonText } from '../elements/json-text.tsx';
import { control } from '../live/control-api.ts';
import { useReading } from '../live/reading.ts';

/** An exchange in full, of a run or of the platform; a sentence where it cannot be had, undefined while it is read. */
export const useExchange = (id: string, run: string | undefined): ExchangeDetail | string | undefined =>
  useReading(
    () =>
      run === undefined
        ? control('GET /exchanges/{id}', { id })
        : control('GET /certification/runs/{id}/exchanges/{n}', { id: run, n: id }),
    [id, run],
  );

interface ExchangeTextProps {
  readonly exchange: ExchangeDetail;
  /** JSON pointers into what the target wrote. */
  readonly marked: readonly string[];
  /** The half the target wrote comes first. */
  readonly judgedFirst?: boolean;
}

/** Both halves, with the places marked that something is said about. */
export const ExchangeText = ({ exchange, marked, judgedFirst = false }: ExchangeTextProps) => {
  const { request, response, direction } = exchange;
  const asked = (
    <Part key="request" title="Request" message={request} marked={direction === 'received' ? marked : []} />
  );
  const answered = response && (
    <Part
      key="response"
      title={`Response ${response.status}`}
      message={response}
      marked={direction === 'sent' ? marked : []}
    />
  );
  return <>{judgedFirst && direction === 'sent' ? [answered, asked] : [asked, answered]}</>;
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
