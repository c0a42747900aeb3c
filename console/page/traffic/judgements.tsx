import type { ExchangeJudgement } from '#schemas';
import { Badge } from '../elements/badge.tsx';
import { JudgedLink } from '../elements/judged-link.tsx';
import { href } from '../route.ts';

interface JudgementsProps {
  readonly judgements: readonly ExchangeJudgement[];
  /** Whose exchanges the numbers are, where it is not the platform. */
  readonly run?: string | undefined;
}

/** What was required of this message, broken rules first. */
export const Judgements = ({ judgements, run }: JudgementsProps) => {
  const broken = judgements.filter(({ outcome }) => outcome !== 'passed');
  const kept = judgements.filter(({ outcome }) => outcome === 'passed');
  if (judgements.length === 0) return <p class="soft small">No requirement is about this message alone.</p>;
  return (
    <div class="stack">
      {[...Map.groupBy(broken, ({ requirement }) => requirement)].map(([requirement, findings]) => (
        <Broken key={requirement} findings={findings} run={run} />
      ))}
      {kept.length > 0 && (
        <details>
          <summary class="small soft">
            {kept.length} {kept.length === 1 ? 'requirement' : 'requirements'} kept
          </summary>
          <ul class="kept small">
            {kept.map(({ requirement, clause, rule }) => (
              <li key={requirement}>
                <code>{requirement}</code> <span class="faint">{clause}</span>
                <p class="soft">{rule}</p>
              </li>
            ))}
          </ul>
        </details>
      )}
    </div>
  );
};

/** One requirement and every place of this message that breaks it. */
const Broken = ({
  findings,
  run,
}: {
  readonly findings: readonly ExchangeJudgement[];
  readonly run: string | undefined;
}) => {
  const [first] = findings;
  if (first === undefined) return null;
  const { requirement, level, clause, rule } = first;
  const outcome = findings.some((finding) => finding.outcome === 'failed') ? 'failed' : 'warned';
  return (
    <article class={`broken ${outcome}`} aria-label={`${requirement} ${outcome}`}>
      <div class="row">
        <Badge tone={outcome === 'failed' ? 'bad' : 'warn'}>{outcome}</Badge>
        <code>{requirement}</code>
        <span class="small faint">
          {level} · {clause}
        </span>
      </div>
      <p class="soft small">
        {rule} <JudgedLink requirement={requirement} />
      </p>
      {findings.map((finding, index) => (
        <Finding key={index} finding={finding} run={run} />
      ))}
    </article>
  );
};

interface FindingProps {
  readonly finding: Pick<ExchangeJudgement, 'message' | 'expected' | 'actual' | 'pointer' | 'exchanges'>;
  readonly run: string | undefined;
}

/** What was expected beside what was observed, and on what it rests. */
export const Finding = ({ finding, run }: FindingProps) => {
  const { message, expected, actual, pointer, exchanges = [] } = finding;
  return (
    <div class="finding">
      {message !== undefined && <p class="message">{message}</p>}
      {(expected !== undefined || actual !== undefined) && (
        <dl class="beside">
          <div>
            <dt>expected</dt>
            <dd class="mono">{said(expected)}</dd>
          </div>
          <div>
            <dt>observed{pointer !== undefined && pointer !== '' && <code> {pointer}</code>}</dt>
            <dd class="mono">{said(actual)}</dd>
          </div>
        </dl>
      )}
      {exchanges.length > 0 && (
        <p class="row small soft">
          Rests on
          {exchanges.map((id) => (
            <a key={id} href={href('traffic', [String(id)], new URLSearchParams(run === undefined ? {} : { run }))}>
              exchange {id}
            </a>
          ))}
        </p>
      )}
    </div>
  );
};

const said = (value: unknown): string =>
  value === undefined ? 'absent' : typeof value === 'string' ? value : JSON.stringify(value, null, 2);
