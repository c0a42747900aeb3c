import type { RunSummary } from '#schemas';

const most = 5;

/** Where each key is explained. */
const pageOf = (key: string): string => {
  const [first = '', second = ''] = key.split('.');
  return first === 'triggers' ? `/docs/triggers.html#${second.toLowerCase()}` : `/docs/configuration.html#${first}`;
};

/** What to configure next: the keys that would let most requirements be exercised. */
export const NextKeys = ({ requirements }: Pick<RunSummary, 'requirements'>) => {
  const open = requirements.filter(({ status, unlock }) => status === 'not-exercised' && unlock !== undefined);
  const keys = [...Map.groupBy(open, ({ unlock = '' }) => unlock)].toSorted(
    ([, one], [, other]) => other.length - one.length,
  );
  if (keys.length === 0) return null;
  return (
    <section class="card stack tight" aria-label="What to configure next">
      <h3>What to configure next</h3>
      <ol class="small">
        {keys.slice(0, most).map(([key, rows]) => (
          <li key={key}>
            Set{' '}
            <a href={pageOf(key)} target="_blank" rel="noreferrer">
              <code>{key}</code>
            </a>
            . {rows.length === 1 ? '1 more requirement is' : `${rows.length} more requirements are`} exercised then.
          </li>
        ))}
      </ol>
      {keys.length > most && <p class="small soft">And {keys.length - most} more keys; the report lists them.</p>}
    </section>
  );
};
