import type { TrafficOf } from '../../../till-traffic.ts';
import { shortened } from '../../../retention/shortened.ts';
import { failed, definePosLaw, passed, notExercised } from '../../define.ts';

const id = 'activation/stable-installation-id';

/** Further apart, the till may have been replaced by another. */
export const sameInstallationMs = 30 * 60_000;

interface Named {
  readonly id: string;
  readonly exchange: number;
}

/** Resources › ActivatePos: posInstallationId is a stable identifier of the installation; who has none may leave it out. */
export const stableInstallationId = definePosLaw({
  id: 'activation/stable-installation-id',
  covers: [id],
  start: () => {
    let lastAt: number | undefined;
    let named: Named | undefined;
    return {
      see(seen) {
        if (seen.kind !== 'activation') return [];
        const isFirst = lastAt === undefined || seen.at - lastAt > sameInstallationMs;
        const other = isFirst ? undefined : named;
        lastAt = seen.at;
        const current = idIn(seen);
        if (isFirst || current !== undefined)
          named = current === undefined ? undefined : { id: current, exchange: seen.exchange };
        if (isFirst) return [];
        const known = other?.id;
        if (known === undefined || current === undefined || known === current) return [passed(id)];
        return [
          failed(id, {
            message:
              'The till activated under two posInstallationIds; make it once, when the till is installed, and keep it.',
            expected: `posInstallationId ${JSON.stringify(known)}, as before`,
            actual: JSON.stringify(current),
            pointer: '/posInstallationId',
            exchanges: [...(other ? [other.exchange] : []), seen.exchange],
            cause: 'another installation id',
          }),
        ];
      },
      end: () => [notExercised(id, 'the till activated only once', 'triggers.activatePos')],
    };
  },
});

const idIn = ({ body }: TrafficOf<'activation'>): string | undefined => {
  const { posInstallationId } = Object(body);
  return typeof posInstallationId === 'string' ? shortened(posInstallationId) : undefined;
};
