import type { LocationState, QueuedMessage } from '#schemas';
import { SecondsLeft } from '../elements/seconds-left.tsx';
import { href } from '../route.ts';

/** What waits, what is in flight and until when, and which message holds back its group. */
export const QueuePanel = ({ location }: { readonly location: LocationState }) => {
  const { queue, integrationProfileId } = location;
  const holder = new Map(queue.flatMap((each) => (each.inFlight ? [[each.groupId, each] as const] : [])));
  const inFlight = queue.filter((each) => each.inFlight);
  const waiting = queue.filter((each) => !each.inFlight);
  return (
    <section class="card stack" aria-label="Queue">
      <div class="row spread">
        <h2>Queue</h2>
        <span class="small soft">
          {inFlight.length} in flight, {waiting.length} waiting
        </span>
      </div>
      {queue.length === 0 ? (
        <p class="soft small">Empty. A command sent from here waits in it until the till receives and deletes it.</p>
      ) : (
        <div class="scroller" tabIndex={0} role="region" aria-label="Messages">
          <table>
            <thead>
              <tr>
                <th scope="col">Message</th>
                <th scope="col">Group</th>
                <th scope="col">Delivered</th>
                <th scope="col">State</th>
              </tr>
            </thead>
            <tbody>
              {[...inFlight, ...waiting].map((each) => (
                <tr key={each.sqsMessageId}>
                  <td>
                    <a href={href('till', [integrationProfileId, String(each.messageId)])}>{each.messageKind}</a>{' '}
                    <span class="mono faint">{String(each.messageId).slice(0, 8)}</span>
                  </td>
                  <td class="mono">{each.groupId}</td>
                  <td>{each.receiveCount} ×</td>
                  <td>
                    <QueueState queued={each} holder={holder.get(each.groupId)} />
                  </td>
                </tr>
              ))}
            </tbody>
          </table>
        </div>
      )}
    </section>
  );
};

const QueueState = ({
  queued,
  holder,
}: {
  readonly queued: QueuedMessage;
  readonly holder: QueuedMessage | undefined;
}) => {
  if (queued.inFlight)
    return (
      <>
        in flight, visible again in <SecondsLeft until={queued.visibleAt} />
      </>
    );
  if (holder === undefined) return <>waiting to be received</>;
  return (
    <>
      held back by {holder.messageKind} <span class="mono">{String(holder.messageId).slice(0, 8)}</span>
    </>
  );
};
