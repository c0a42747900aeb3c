import type { LocationState } from '#schemas';
import { counted } from '#traffic/charts';
import { Badge } from '../elements/badge.tsx';
import { JsonText } from '../elements/json-text.tsx';
import { control } from '../live/control-api.ts';
import { attempt, say } from '../live/notices.ts';
import { refreshPlatform } from '../live/platform.ts';
import { StoryFindings } from '../traffic/shown-exchange.tsx';
import { StepList } from '../traffic/story-detail.tsx';
import { commandKey } from '../traffic/stories.ts';
import { liveLog } from '../traffic/sources.ts';

/** What can be done to a command that was sent. */
const acts = [
  {
    label: 'Duplicate',
    about: 'Puts the same message into the queue once more',
    isPossible: () => true,
    call: 'POST /locations/{integrationProfileId}/commands/{messageId}/resend',
    done: 'Sent the same message once more.',
  },
  {
    label: 'Redeliver early',
    about: 'Makes it visible before its time',
    isPossible: (queued: LocationState['queue']) => queued.some(({ inFlight }) => inFlight),
    call: 'POST /locations/{integrationProfileId}/commands/{messageId}/redeliver',
    done: 'Visible again before its time.',
  },
  {
    label: 'Keep after delete',
    about: 'Acknowledges the next delete and delivers it again',
    isPossible: (queued: LocationState['queue']) => queued.length > 0,
    call: 'POST /locations/{integrationProfileId}/commands/{messageId}/duplicate',
    done: 'The next delete will be acknowledged and not done.',
  },
] as const;

export interface CommandStoryProps {
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
        {acts.map(({ label, about, isPossible, call, done }) => (
          <button
            key={label}
            type="button"
            disabled={!isPossible(queued)}
            title={about}
            onClick={() =>
              void attempt(async () => {
                await control(call, { integrationProfileId: id, messageId });
                say(done);
                await refreshPlatform();
              })
            }
          >
            {label}
          </button>
        ))}
      </div>
      <JsonText label="Payload" body={envelope.payload} />
      {result !== undefined && <JsonText label="Result" body={result} />}
    </div>
  );
};
