import { useSignal } from '@preact/signals';
import type { Party, SetUpCheck } from '#schemas';
import { efforts } from '#schemas/effort.ts';
import { submitted, type Typed } from '../elements/form-text.ts';
import { attempt, control } from '../live/control-api.ts';
import { go, href } from '../route.ts';
import { startRun } from '../live/runs.ts';

const about: Readonly<Record<Party, string>> = {
  merchant: "A shop's endpoints",
  pos: 'A till and its queue',
  platform: 'A platform, this mock by default',
};

interface StartFormProps {
  readonly suites: readonly Party[];
  /** The names of several tills, of which one is certified at a time. */
  readonly tills: readonly string[];
  readonly isRunning: boolean;
  /** What is chosen to begin with. */
  readonly first: Party;
}

export const StartForm = ({ suites, tills, isRunning, first }: StartFormProps) => {
  const suite = useSignal(first);
  const till = useSignal(tills[0]);
  /** Only a certification of tills has one. */
  const tillWish = () => (suite.value === 'pos' && till.value !== undefined ? { till: till.value } : {});
  const checks = useSignal<readonly SetUpCheck[] | undefined>(undefined);
  const busy = useSignal<'' | 'doctor' | 'start'>('');
  const doctor = async () => {
    busy.value = 'doctor';
    checks.value = undefined;
    await attempt(async () => {
      const found = await control('POST /certification/doctor', {
        suite: suite.value,
        ...tillWish(),
      });
      checks.value = found.checks;
    });
    busy.value = '';
  };
  const start = async (text: Typed) => {
    const only = text('only')
      .split(/[\s,]+/)
      .filter((each) => each !== '');
    const seed = text('seed');
    busy.value = 'start';
    await attempt(async () => {
      const run = await startRun({
        suite: suite.value,
        ...tillWish(),
        effort: efforts.find((each) => each === text('effort')) ?? 'standard',
        ...(only.length > 0 && { only }),
        ...(seed !== '' && { seed: Number(seed) }),
      });
      go(href('certification', [run.id]));
    });
    busy.value = '';
  };
  return (
    <form class="stack" aria-label="Start a run" onSubmit={submitted(start)}>
      <h2>Certify</h2>
      <fieldset class="suites">
        <legend class="unseen">Suite</legend>
        {suites.map((each) => (
          <label key={each} class="suite">
            <input
              type="radio"
              name="suite"
              checked={suite.value === each}
              onChange={() => {
                suite.value = each;
                checks.value = undefined;
              }}
            />
            <span>
              {each}
              <span class="small soft">{about[each]}</span>
            </span>
          </label>
        ))}
      </fieldset>
      {suite.value === 'pos' && tills.length > 0 && (
        <label class="field">
          <span>Till</span>
          <select
            value={till.value}
            onChange={({ currentTarget }) => {
              till.value = currentTarget.value;
              checks.value = undefined;
            }}
          >
            {tills.map((name) => (
              <option key={name}>{name}</option>
            ))}
          </select>
        </label>
      )}
      <label class="field">
        <span>Effort</span>
        <select name="effort">
          {efforts.map((each) => (
            <option key={each} selected={each === 'standard'}>
              {each}
            </option>
          ))}
        </select>
      </label>
      <details>
        <summary class="small soft">Only some of it, another seed</summary>
        <div class="stack inset">
          <label class="field">
            <span>Only (requirements, areas or scenarios)</span>
            <input name="only" placeholder="basket order/idempotent" />
          </label>
          <label class="field">
            <span>Seed</span>
            <input name="seed" inputMode="numeric" pattern="[0-9]*" />
          </label>
        </div>
      </details>
      <div class="row">
        <button type="button" disabled={busy.value !== ''} onClick={() => void doctor()}>
          {busy.value === 'doctor' ? 'Checking…' : 'Check the set-up'}
        </button>
        <button type="submit" class="primary" disabled={busy.value !== '' || isRunning}>
          Start
        </button>
      </div>
      {isRunning && <p class="small soft">One run at a time.</p>}
      <div aria-live="polite">{checks.value !== undefined && <Checks checks={checks.value} />}</div>
    </form>
  );
};

const signs: Readonly<Record<SetUpCheck['status'], { readonly sign: string; readonly tone: string }>> = {
  ok: { sign: '✓', tone: 'good' },
  hint: { sign: '!', tone: 'warn' },
  failed: { sign: '✗', tone: 'bad' },
};

const Checks = ({ checks }: { readonly checks: readonly SetUpCheck[] }) => (
  <ul class="checks small">
    {checks.map(({ name, status, message }) => {
      const { sign, tone } = signs[status];
      return (
        <li key={name}>
          <span class={`sign ${tone}`} aria-hidden="true">
            {sign}
          </span>
          <span>
            {name} <span class="unseen">{status}</span>
            {message !== '' && <span class="soft wrap"> {message}</span>}
          </span>
        </li>
      );
    })}
  </ul>
);
