import { useSignal } from '@preact/signals';
import { useEffect } from 'preact/hooks';
import type { ControlAnswer, LocationCredentials, LocationState, OrderType } from '#schemas';
import { Badge } from '../elements/badge.tsx';
import { Copyable, CopyButton } from '../elements/copy-button.tsx';
import { SecondsLeft } from '../elements/seconds-left.tsx';
import { Switch } from '../elements/switch.tsx';
import { spokenMs } from '#traffic/charts';
import { usePlatformNow } from '../live/clock.ts';
import { attempt, control, say } from '../live/control-api.ts';
import { follow } from '../live/journal.ts';
import { availabilityOf, health, platform, refreshPlatform } from '../live/platform.ts';
import { go, href } from '../route.ts';

export const LocationStatus = ({ location }: { readonly location: LocationState }) => {
  const { integrationProfileId: id, posAvailable, open, orderTypes, activationAllowed } = location;
  const change = (act: () => Promise<unknown>) => void attempt(async () => (await act(), await refreshPlatform()));
  return (
    <section class="card stack" aria-label="Location">
      <div class="stack tight">
        <div class="row">
          <h2>{id}</h2>
          <Badge tone={posAvailable ? 'good' : 'plain'}>{availabilityOf(location)}</Badge>
          {!open && <Badge tone="warn">closed</Badge>}
        </div>
        <LastReport id={id} />
      </div>
      <div class="row">
        <Switch
          on={open}
          label="Location"
          states={['open', 'closed']}
          onChange={(on) =>
            change(() =>
              control('PUT /locations/{integrationProfileId}/availability', { integrationProfileId: id, open: on }),
            )
          }
        />
        {(Object.keys(orderTypes) as OrderType[]).map((orderType) => (
          <Switch
            key={orderType}
            on={orderTypes[orderType] === 'ACCEPTING'}
            label={orderType}
            states={['accepting', 'paused']}
            onChange={(on) =>
              change(() =>
                control('PUT /locations/{integrationProfileId}/orderTypes', {
                  integrationProfileId: id,
                  orderType,
                  state: on ? 'ACCEPTING' : 'PAUSED',
                }),
              )
            }
          />
        ))}
        <Switch
          on={activationAllowed}
          label="Activation"
          states={['allowed', 'forbidden']}
          onChange={(allowed) =>
            change(() =>
              control('PUT /locations/{integrationProfileId}/activation', { integrationProfileId: id, allowed }),
            )
          }
        />
      </div>
      <Connection taxId={location.merchantTaxId} />
      <PinIssue id={id} taxId={location.merchantTaxId} isActive={posAvailable} />
      <Credentials id={id} />
      <RemoveLocation id={id} />
    </section>
  );
};

/** What is typed into a till beside its PIN. */
const Connection = ({ taxId }: { readonly taxId: string }) => {
  const address = platform.value?.address;
  return (
    <div class="row small" role="group" aria-label="What the till is told">
      {address !== undefined && (
        <>
          <span class="soft">Platform</span> <code>{address}</code>
          <CopyButton text={address} what="address of the platform" />
        </>
      )}
      <span class="soft">Tax id</span> <code>{taxId}</code>
      <CopyButton text={taxId} what="tax id" />
    </div>
  );
};

const LastReport = ({ id }: { readonly id: string }) => {
  const now = usePlatformNow();
  const last = health.value.get(id);
  if (last === undefined) return <span class="small faint">no health report yet</span>;
  return (
    <span class="small soft">
      {last.software} {last.healthy ? 'healthy' : 'unhealthy'},{' '}
      {spokenMs(Math.max(0, now - last.at)).replace(/\.\d/, '')} ago
    </span>
  );
};

interface PinIssueProps {
  readonly id: string;
  readonly taxId: string;
  readonly isActive: boolean;
}

const PinIssue = ({ id, taxId, isActive }: PinIssueProps) => {
  const pin = useSignal<ControlAnswer<'POST /locations/{integrationProfileId}/pins'> | undefined>(undefined);
  const address = platform.value?.address;
  useEffect(
    () =>
      follow((entries) => {
        // It has been used.
        if (
          entries.some(({ event }) => event.kind === 'activation' && event.success && event.integrationProfileId === id)
        )
          pin.value = undefined;
      }),
    [id],
  );
  const issue = () =>
    attempt(async () => {
      pin.value = await control('POST /locations/{integrationProfileId}/pins', { integrationProfileId: id });
    });
  return (
    <div class="stack tight" aria-live="polite">
      <div class="row">
        <button type="button" class={isActive ? '' : 'primary'} onClick={() => void issue()}>
          Issue a PIN
        </button>
        {pin.value === undefined ? (
          <span class="soft small">
            {isActive
              ? 'Activates the till anew, with new credentials.'
              : `Type it into the till, with tax id ${taxId}.`}
          </span>
        ) : (
          <>
            <output class="pin mono">{pin.value.pinCode}</output>
            <CopyButton text={pin.value.pinCode} what="PIN" />
            <span class="soft small">
              tax id <span class="mono">{taxId}</span>, for <SecondsLeft until={Date.parse(pin.value.expiresAt)} />
            </span>
          </>
        )}
      </div>
      {pin.value !== undefined && !isActive && (
        <details>
          <summary class="small soft">
            No till at hand? A whole one in plain curl
            {address === undefined && '; ADDRESS was printed as platform'}
          </summary>
          <Copyable
            text={`sh node_modules/conformance/examples/till.sh ${address ?? 'ADDRESS'} ${taxId} ${pin.value.pinCode}`}
            what="till in plain curl"
          />
        </details>
      )}
    </div>
  );
};

/** Asks once more, since nothing brings it back. */
const RemoveLocation = ({ id }: { readonly id: string }) => {
  const isAsked = useSignal(false);
  const remove = () =>
    attempt(async () => {
      await control('DELETE /locations/{integrationProfileId}', { integrationProfileId: id });
      say(`${id} is removed.`);
      go(href('till'));
      await refreshPlatform();
    });
  if (!isAsked.value)
    return (
      <div>
        <button type="button" class="quiet" onClick={() => (isAsked.value = true)}>
          Remove this location…
        </button>
      </div>
    );
  return (
    <div class="row" role="group" aria-label={`Remove ${id}`}>
      <span class="small">With its queue, its PINs and its till’s credentials?</span>
      <button type="button" onClick={() => void remove()}>
        Remove {id}
      </button>
      <button type="button" class="quiet" onClick={() => (isAsked.value = false)}>
        Keep it
      </button>
    </div>
  );
};

/** What was issued last, asked for only when somebody wants to see it. */
const Credentials = ({ id }: { readonly id: string }) => {
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
