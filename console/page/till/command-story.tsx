import type { LocationState } from '#schemas';
import { Badge } from '../elements/badge.tsx';
import { JsonText } from '../elements/json-text.tsx';
import { control } from '../live/control-api.ts';
import { attempt, say } from '../live/notices.ts';
import { refreshPlatform } from '../live/platform.ts';
import { StoryFindings } from '../traffic/shown-exchange.tsx';
import { StepList } from '../traffic/story-detail.tsx';
import { commandKey } from '../traffic/stories.ts';
import { liveLog } from '../traffic/sources.ts';

interface CommandStoryProps {
  readonly location: LocationState;
  readonly command: LocationState['commands'][number];
}

/** One command from sending to deletion, with the faults that can be put on it. */
export const CommandStory = ({ location, command }: CommandStoryProps) => {
  const { integrationProfileId: id, queue } = location;
  const { envelope, groupId, result } = command;
  const { messageId } = envelope;
  const story = liveLog().storyOf(commandKey(messageId));
  const steps = story?.steps ?? [];
  const deliveries = steps.filter(({ what }) => what === 'delivered').length;
  const applied = steps.filter(({ what, tone }) => what === 'callback' && tone === 'good').length;
  const repeats = steps.filter(({ what, tone }) => what === 'callback' && tone === 'warn').length;
  const queued = queue.filter((each) => each.messageId === messageId);
  return (
    <div class="story">
      <div class="row">
        <Badge tone={deliveries > 1 ? 'info' : 'plain'}>{counted(deliveries, 'delivery', 'deliveries')}</Badge>
        <Badge tone={applied === 1 ? 'good' : 'plain'}>{`${counted(applied, 'result', 'results')} applied`}</Badge>
        {repeats > 0 && <Badge tone="warn">{`${counted(repeats, 'repeat', 'repeats')} ignored`}</Badge>}
        <span class="small faint mono">group {groupId}</span>
      </div>
      {story === undefined || steps.length === 0 ? (
        <p class="soft small">What happened is older than the platform's journal.</p>
      ) : (
        <>
          <StepList story={story} />
          <StoryFindings story={story} run={undefined} />
        </>
      )}
      <div class="row" role="group" aria-label="Faults of this command">
        <button
          type="button"
          onClick={() =>
            void attempt(async () => {
              await control('POST /locations/{integrationProfileId}/commands/{messageId}/resend', {
                integrationProfileId: id,
                messageId,
              });
              say('Sent the same message once more.');
              await refreshPlatform();
            })
          }
        >
          Duplicate
        </button>
        <button
          type="button"
          disabled={!queued.some(({ inFlight }) => inFlight)}
          title="Makes it visible before its time"
          onClick={() =>
            void attempt(async () => {
              await control('POST /locations/{integrationProfileId}/commands/{messageId}/redeliver', {
                integrationProfileId: id,
                messageId,
              });
              say('Visible again before its time.');
            })
          }
        >
          Redeliver early
        </button>
        <button
          type="button"
          disabled={queued.length === 0}
          title="Acknowledges the next delete and delivers it again"
          onClick={() =>
            void attempt(async () => {
              await control('POST /locations/{integrationProfileId}/commands/{messageId}/duplicate', {
                integrationProfileId: id,
                messageId,
                times: 1,
              });
              say('The next delete will be acknowledged and not done.');
            })
          }
        >
          Keep after delete
        </button>
      </div>
      <JsonText label="Payload" body={envelope.payload} />
      {result !== undefined && <JsonText label="Result" body={result} />}
    </div>
  );
};

const counted = (count: number, one: string, many: string): string => `${count} ${count === 1 ? one : many}`;
