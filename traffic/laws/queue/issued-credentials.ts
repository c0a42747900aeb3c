import type { Finding } from '#schemas';
import type { TrafficOf } from '../../till-traffic.ts';
import { broken, definePosLaw, holds, untold } from '../define.ts';
import { sinceActivation } from '../since-activation.ts';

const id = 'queue/issued-credentials';

/** Authentication: the issued queue credentials can only receive and delete, on their queue. */
export const issuedCredentials = definePosLaw({
  id: 'queue/issued-credentials',
  covers: [id],
  start: sinceActivation([id], () => ({
    see(seen) {
      if (seen.kind === 'queue-refused') return [broken(id, refused(seen))];
      return seen.kind === 'receive' ? [holds(id)] : [];
    },
    end: () => [untold(id, 'the till made no queue call')],
  })),
});

/** What frameworks do at their start, or to keep a message longer. */
const beyondTheCredentials: readonly string[] = [
  'ChangeMessageVisibility',
  'ChangeMessageVisibilityBatch',
  'GetQueueUrl',
  'GetQueueAttributes',
  'ListQueues',
];

const refused = ({ action, reason, exchange }: TrafficOf<'queue-refused'>): Finding => ({
  message: beyondTheCredentials.includes(action)
    ? `The till called ${action}, which fails against the real platform too: the issued credentials can only receive and delete. Switch it off where your queue library does it by itself.`
    : 'A queue call of the till was refused; use the queue URL, region and keys of the activation response, to receive and delete only.',
  expected: 'ReceiveMessage and DeleteMessage (also in batches) with the issued credentials',
  actual: `${action}: ${reason}`,
  exchanges: [exchange],
  cause: `${action}: ${reason}`,
});
