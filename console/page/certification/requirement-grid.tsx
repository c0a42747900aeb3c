import type { Root, RunSummary } from '#schemas';

type Requirement = RunSummary['requirements'][number];

const statuses = [
  { status: 'failed', text: 'failed', sign: '✗' },
  { status: 'warning', text: 'with a warning', sign: '!' },
  { status: 'expected-failure', text: 'expected to fail', sign: '✗' },
  { status: 'passed', text: 'passed', sign: '✓' },
  { status: 'not-exercised', text: 'not exercised', sign: '–' },
  { status: 'filtered', text: 'filtered', sign: '·' },
  { status: 'not-scored', text: 'not scored', sign: '·' },
  { status: 'not-applicable', text: 'not applicable', sign: '–' },
  { status: 'pending', text: 'to come', sign: '·' },
] as const;

const signOf = (status: string): string => statuses.find((each) => each.status === status)?.sign ?? '·';

interface GridProps {
  readonly requirements: readonly Requirement[];
  readonly diagnosis: readonly Root[];
  readonly selected: string | undefined;
  readonly hrefOf: (requirement: string) => string;
}

/** Every requirement of the suite by its area, with what is known of it so far. */
export const RequirementGrid = ({ requirements, diagnosis, selected, hrefOf }: GridProps) => {
  const areas = Map.groupBy(requirements, ({ id }) => id.split('/')[0] ?? id);
  return (
    <div class="requirements">
      <ul class="row counts small" aria-label="Requirements by status">
        {statuses.map(({ status, text }) => {
          const count = requirements.filter((each) => each.status === status).length;
          return count === 0 ? null : (
            <li key={status} class={`count-of ${status}`}>
              <strong>{count}</strong> {text}
            </li>
          );
        })}
      </ul>
      <Wrong requirements={requirements} diagnosis={diagnosis} selected={selected} hrefOf={hrefOf} />
      <div class="areas">
        {[...areas].map(([area, rows]) => (
          <section key={area} class="area" aria-label={area}>
            <h3>{area}</h3>
            <ul>
              {rows.map((row) => (
                <li key={row.id}>
                  <RequirementLink
                    row={row}
                    text={row.id.slice(area.length + 1)}
                    isSelected={row.id === selected}
                    href={hrefOf(row.id)}
                  />
                </li>
              ))}
            </ul>
          </section>
        ))}
      </div>
    </div>
  );
};

/** What needs looking at, before everything that does not: what one defect explains stands together. */
const Wrong = ({ requirements, diagnosis, selected, hrefOf }: GridProps) => {
  const wrong = requirements.filter(({ status }) => status === 'failed' || status === 'warning');
  if (wrong.length === 0) return null;
  const rootOf = (id: string): Root | undefined =>
    diagnosis.find(({ findings }) => findings.some(({ requirement }) => requirement === id));
  return (
    <section class="area wrong" aria-label="To be looked at">
      {[...Map.groupBy(wrong, ({ id }) => rootOf(id))].map(([root, rows]) => (
        <ul key={rows[0]?.id}>
          {root?.like !== undefined && <li class="small">{root.like.says}</li>}
          {rows.map((row) => (
            <li key={row.id}>
              <RequirementLink row={row} text={row.id} isSelected={row.id === selected} href={hrefOf(row.id)} />
            </li>
          ))}
        </ul>
      ))}
    </section>
  );
};

interface LinkProps {
  readonly row: Requirement;
  readonly text: string;
  readonly isSelected: boolean;
  readonly href: string;
}

const RequirementLink = ({ row: { id, status }, text, isSelected, href }: LinkProps) => (
  <a
    class={`requirement ${status}`}
    href={href}
    title={`${id}: ${status}`}
    aria-current={isSelected ? 'true' : undefined}
  >
    <span class="sign" aria-hidden="true">
      {signOf(status)}
    </span>
    <span class="cut">{text}</span>
    <span class="unseen">{status}</span>
  </a>
);
