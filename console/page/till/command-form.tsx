import { useSignal } from '@preact/signals';
import { useEffect, useRef } from 'preact/hooks';
import type { LocationState, ControlAnswer } from '#schemas';
import { type CommandKind, commandKinds } from '#schemas/commands.ts';
import { attempt, control, Refusal, say } from '../live/control-api.ts';
import { refreshPlatform } from '../live/platform.ts';
import { go, href } from '../route.ts';
import { blank, type Schema } from './schema.ts';
import { SchemaField } from './schema-field.tsx';

/** Any command, from a payload that is valid until somebody makes it invalid. */
export const CommandForm = ({ location }: { readonly location: LocationState }) => {
  const { integrationProfileId: id } = location;
  const kind = useSignal<CommandKind>('OrderSubmissionRequested');
  const shape = useSignal<Schema>({});
  const payload = useSignal<unknown>(undefined);
  const text = useSignal('');
  const asJson = useSignal(false);
  const violations = useSignal<readonly Violation[]>([]);
  const force = useSignal(false);
  const seed = useRef(0);

  const put = (value: unknown) => {
    payload.value = value;
    text.value = JSON.stringify(value, null, 2);
  };
  const sample = () =>
    attempt(async () => {
      const wanted = kind.value;
      const wish = { messageKind: wanted, integrationProfileId: id, seed: seed.current };
      const [made, schema] = await Promise.all([
        control('GET /samples/{messageKind}', wish).catch((error: unknown) => {
          if (error instanceof Refusal && error.status === 501) return undefined;
          throw error;
        }),
        control('GET /shapes/{shape}', { shape: wanted }),
      ]);
      if (kind.value !== wanted) return;
      shape.value = schema;
      // A platform that makes up nothing has the example of the schema.
      put(made === undefined ? blank(schema, schema) : made.payload);
    });
  useEffect(() => void sample(), [kind.value, id]);

  const edited = read(text.value);
  useEffect(() => {
    if (!edited.ok || text.value === '') return undefined;
    const timer = setTimeout(
      () =>
        void attempt(async () => {
          const found = await control('POST /validations/{shape}', { shape: kind.value, value: edited.value });
          violations.value = found.violations;
        }),
      200,
    );
    return () => clearTimeout(timer);
  }, [text.value, kind.value]);

  const send = () =>
    attempt(async () => {
      if (!edited.ok || !isObject(edited.value)) return;
      const { messageId } = await control('POST /locations/{integrationProfileId}/commands', {
        integrationProfileId: id,
        messageKind: kind.value,
        payload: edited.value,
        ...(force.value && { force: true }),
        ...(violations.value.length > 0 && { unchecked: true }),
      });
      say(`${kind.value} sent.`);
      await refreshPlatform();
      go(href('till', [id, messageId]));
    });
  const holdsObject = edited.ok && isObject(edited.value);
  const invalid = new Set(violations.value.map(({ pointer }) => pointer));
  return (
    <section class="card stack" aria-label="Send a command">
      <div class="row spread">
        <h2>Send a command</h2>
        <button
          type="button"
          class="quiet"
          onClick={() => {
            seed.current += 1;
            void sample();
          }}
        >
          New sample
        </button>
      </div>
      <div class="row">
        <label class="field grow">
          <span>Kind</span>
          <select
            value={kind.value}
            onChange={({ currentTarget }) => {
              violations.value = [];
              kind.value = commandKinds.find((each) => each === currentTarget.value) ?? kind.value;
            }}
          >
            {commandKinds.map((each) => (
              <option key={each}>{each}</option>
            ))}
          </select>
        </label>
        <div class="row end" role="group" aria-label="Edit as">
          <button
            type="button"
            aria-pressed={!asJson.value}
            onClick={() => (asJson.value = false)}
            disabled={!edited.ok}
          >
            Form
          </button>
          <button type="button" aria-pressed={asJson.value} onClick={() => (asJson.value = true)}>
            JSON
          </button>
        </div>
      </div>
      <div class="payload">
        {asJson.value ? (
          <label class="field">
            <span>Payload</span>
            <textarea
              rows={16}
              spellcheck={false}
              value={text.value}
              aria-invalid={!edited.ok || violations.value.length > 0}
              onInput={({ currentTarget }) => {
                text.value = currentTarget.value;
                const now = read(currentTarget.value);
                if (now.ok) payload.value = now.value;
              }}
            />
          </label>
        ) : (
          payload.value !== undefined && (
            <SchemaField
              name="payload"
              pointer=""
              schema={shape.value}
              root={shape.value}
              value={payload.value}
              invalid={invalid}
              onChange={put}
            />
          )
        )}
      </div>
      <Cautions problem={edited.ok ? undefined : edited.problem} violations={violations.value} />
      <div class="row spread">
        <label class="row" title="Send although the location is closed, paused or has no POS">
          <input
            type="checkbox"
            checked={force.value}
            onChange={({ currentTarget }) => (force.value = currentTarget.checked)}
          />
          Even if closed or unavailable
        </label>
        <button type="button" class="primary" disabled={!holdsObject} onClick={() => void send()}>
          {violations.value.length > 0 ? 'Send although invalid' : 'Send'}
        </button>
      </div>
    </section>
  );
};

const read = (
  text: string,
): { readonly ok: true; readonly value: unknown } | { readonly ok: false; readonly problem: string } => {
  if (text === '') return { ok: true, value: undefined };
  try {
    return { ok: true, value: JSON.parse(text) };
  } catch (error) {
    return { ok: false, problem: error instanceof Error ? error.message : String(error) };
  }
};

const isObject = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null;

type Violation = ControlAnswer<'POST /validations/{shape}'>['violations'][number];

interface CautionsProps {
  /** Why it is no JSON at all. */
  readonly problem: string | undefined;
  readonly violations: readonly Violation[];
}

/** What is wrong with a payload that can be sent all the same. */
const Cautions = ({ problem, violations }: CautionsProps) => (
  <div aria-live="polite" class="cautions">
    {problem !== undefined && <p class="caution">Not JSON: {problem}</p>}
    {problem === undefined && violations.length > 0 && (
      <div class="caution">
        <p>
          <strong>Not valid.</strong> You can send it anyway, to see how the till reacts.
        </p>
        <ul>
          {violations.slice(0, 6).map(({ pointer, message }) => (
            <li key={pointer + message}>
              <code>{pointer === '' ? '/' : pointer}</code> {message}
            </li>
          ))}
        </ul>
      </div>
    )}
  </div>
);
