import { createByteBudget } from '#traffic';
import type { Location, Merchant, NewLocation } from './location.ts';
import { createLocation, type LocationDeps } from './open-location.ts';
import { keptMap } from '../persistence/index.ts';
import { createMemory } from './retention.ts';

export type { Location, Merchant } from './location.ts';

export interface Pin {
  readonly location: Location;
  readonly expiresAt: number;
  readonly consumed: boolean;
}

export interface ApiCredentials {
  readonly apiKey: string;
  readonly secret: string;
  readonly location: Location;
}

export interface QueueCredentials {
  readonly accessKeyId: string;
  readonly secretAccessKey: string;
  readonly location: Location;
}

/** Everything the platform knows. Nothing in it is reachable from another merchant's credentials. */
export type State = ReturnType<typeof createState>;

export const createState = (deps: Omit<LocationDeps, 'retention' | 'budget'>) => {
  const { store, clock, settings } = deps;
  const retention = { ...settings.retention, now: () => clock.now() };
  const budget = createByteBudget();
  const ids = { ...retention, most: 10 * retention.most };
  const merchants = keptMap<Merchant>(store, 'merchant');
  const open = (location: NewLocation): Location => createLocation(location, { ...deps, retention, budget });

  const locations = keptMap<Location>(store, 'location', {
    toRow: ({ merchant, integrationProfileId, kind, activationAllowed }) => ({
      merchantId: merchant.merchantId,
      integrationProfileId,
      kind,
      activationAllowed,
    }),
    fromRow(row) {
      const { merchantId, ...location } = row as Omit<NewLocation, 'merchant'> & { readonly merchantId: string };
      return open({ ...location, merchant: existing(merchants, merchantId) });
    },
  });
  const ofLocation = <Value extends { readonly location: Location }>(kind: string) =>
    keptMap<Value>(store, kind, {
      toRow: ({ location, ...rest }) => ({ ...rest, location: location.integrationProfileId }),
      fromRow(row) {
        const { location, ...rest } = row as { readonly location: string };
        return { ...rest, location: existing(locations, location) } as unknown as Value;
      },
    });
  const pins = ofLocation<Pin>('pin');
  const apiCredentials = ofLocation<ApiCredentials>('api-credentials');
  const queueCredentials = ofLocation<QueueCredentials>('queue-credentials');
  const retired: string[] = [];
  return {
    merchants,
    /** By integration profile id. Set a location again once something of its own has changed. */
    locations,
    pins: createMemory(pins, ids),
    apiCredentials,
    queueCredentials,
    /** Keys of locations that were removed: what was recorded before still names them. */
    retired,
    /** Ids of the baskets a user is shown. */
    baskets: createMemory(keptMap<true>(store, 'basket'), ids),
    createLocation: open,
    /** With its PINs, its credentials and what is in its queue. */
    removeLocation(location: Location) {
      const isIts = ([, value]: readonly [string, { readonly location: Location }]) => value.location === location;
      location.close();
      store.atomically(() => {
        // Whoever refers to it goes first.
        for (const [pinCode] of [...pins].filter(isIts)) pins.delete(pinCode);
        for (const [apiKey, { secret }] of [...apiCredentials].filter(isIts)) {
          retired.push(apiKey, secret);
          apiCredentials.delete(apiKey);
        }
        for (const [accessKeyId, { secretAccessKey }] of [...queueCredentials].filter(isIts)) {
          retired.push(accessKeyId, secretAccessKey);
          queueCredentials.delete(accessKeyId);
        }
        location.forget();
        locations.delete(location.integrationProfileId);
      });
    },
  };
};

const existing = <Value>(map: ReadonlyMap<string, Value>, id: string): Value => {
  const value = map.get(id);
  if (value === undefined) throw new Error(`the kept state refers to ${id}, which is not in it`);
  return value;
};
