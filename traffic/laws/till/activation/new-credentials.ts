import type { TillTraffic, TrafficOf } from '../../../till-traffic.ts';
import { failed, definePosLaw, passed, notExercised } from '../../define.ts';

const id = 'activation/new-credentials';

/** What was begun under the old credentials may be brought to its end: an open poll, and the work on what it brought. */
const takeOverMs = 30_000;

/** When it was, without what the till said, which may be large. */
type Granted = Pick<TrafficOf<'activation'>, 'at' | 'exchange'>;
type Issued = NonNullable<TrafficOf<'activation'>['issued']>;

/** Authentication: the credentials of the latest activation are used from then on. */
export const newCredentials = definePosLaw({
  id: 'activation/new-credentials',
  covers: [id],
  start: ({ signatures }) => {
    const former = new Set<string>();
    let current: Issued | undefined;
    let latest: Granted | undefined;
    const used = new Set<string>();
    const takeOver = ({ at, exchange }: Granted, issued: Issued): void => {
      for (const key of current === undefined ? [] : keysOf(current)) former.add(key);
      for (const key of keysOf(issued)) former.delete(key);
      used.clear();
      current = issued;
      latest = { at, exchange };
    };
    return {
      see(seen) {
        if (seen.kind === 'activation') {
          if (seen.success && seen.issued !== undefined) takeOver(seen, seen.issued);
          return [];
        }
        const key = 'key' in seen ? seen.key : undefined;
        if (key === undefined || current === undefined || latest === undefined || former.size === 0) return [];
        if (former.has(key)) return seen.at - latest.at > takeOverMs ? [failed(id, usesFormer(seen, latest))] : [];
        // The new key beside the secret of before is not the new credentials; any other key is a stranger's.
        if (keysOf(current).includes(key) && !('signed' in seen && !seen.signed)) used.add(key);
        return keysOf(current).every((own) => used.has(own) || (!signatures && own === current?.apiKey))
          ? [passed(id)]
          : [];
      },
      end: () => [
        former.size > 0
          ? notExercised(id, 'after its second activation the till made too few calls with what it was issued')
          : notExercised(id, 'the till was activated only once', 'triggers.activatePos'),
      ],
    };
  },
});

const keysOf = ({ apiKey, accessKeyId }: Issued): readonly string[] => [apiKey, accessKeyId];

const usesFormer = (seen: TillTraffic, latest: Granted) => {
  const isOfQueue = seen.kind === 'receive' || seen.kind === 'delete' || seen.kind === 'queue-refused';
  return {
    message: `The till was activated again and still works with the ${isOfQueue ? 'queue credentials' : 'API key'} of its former activation, which the platform may have withdrawn; use what the latest activation response holds.`,
    expected: `${isOfQueue ? 'accessKeyId and secretAccessKey' : 'apiKey and secret'} of the latest activation response, ${takeOverMs / 1000} s after it at the latest`,
    actual: `a ${seen.kind} call with the former ones after ${Math.round((seen.at - latest.at) / 1000)} s`,
    exchanges: [latest.exchange, ...('exchange' in seen ? [seen.exchange] : [])],
    cause: isOfQueue ? 'former queue credentials' : 'former API key',
  };
};
