import { useSignal } from '@preact/signals';
import type { LocationCredentials } from '#schemas';
import { CopyButton } from '../elements/copy-button.tsx';
import { control } from '../live/control-api.ts';
import { attempt } from '../live/notices.ts';

/** What was issued last, asked for only when somebody wants to see it. */
export const Credentials = ({ id }: { readonly id: string }) => {
  const shown = useSignal<LocationCredentials | undefined>(undefined);
  const show = () =>
    attempt(async () => {
      shown.value = await control('GET /locations/{integrationProfileId}/credentials', { integrationProfileId: id });
    });
  const credentials = shown.value;
  if (credentials === undefined)
    return (
      <div class="row">
        <button type="button" onClick={() => void show()}>
          Show credentials
        </button>
        <span class="small soft">Issued to the till when it was activated; secret.</span>
      </div>
    );
  const { api, queue } = credentials;
  const all = [
    ['API key', api?.apiKey],
    ['API secret', api?.secret],
    ['Queue address', queue?.queueUrl],
    ['Queue region', queue?.region],
    ['Access key id', queue?.accessKeyId],
    ['Secret access key', queue?.secretAccessKey],
  ] as const;
  return (
    <section class="stack tight" aria-label="Credentials">
      <div class="row">
        <button type="button" onClick={() => (shown.value = undefined)}>
          Hide credentials
        </button>
        {api === undefined && queue === undefined && (
          <span class="small soft">None yet: they are issued when a till is activated.</span>
        )}
      </div>
      <dl class="credentials small">
        {all.map(
          ([name, value]) =>
            value !== undefined && (
              <div key={name}>
                <dt class="soft">{name}</dt>
                <dd>
                  <code>{value}</code> <CopyButton text={value} what={name} />
                </dd>
              </div>
            ),
        )}
      </dl>
    </section>
  );
};
