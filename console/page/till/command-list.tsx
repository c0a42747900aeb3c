import type { LocationState } from '#schemas';
import { counted } from '#traffic/charts';
import { Badge } from '../elements/badge.tsx';
import { JsonText } from '../elements/json-text.tsx';
import { timeOfDay } from '../elements/time.ts';
import { attempt, control, say } from '../live/control-api.ts';
import { refreshPlatform } from '../live/platform.ts';
import { href } from '../route.ts';
import { StoryFindings } from '../traffic/shown-exchange.tsx';
import { liveLog } from '../traffic/sources.ts';
import { commandKey } from '../traffic/stories.ts';
import { StepList } from '../traffic/story-detail.tsx';
import { storyFacts } from '../traffic/story-facts.ts';
import { VerdictBadge } from '../traffic/verdict-badge.tsx';

const shown = 50;

/** The commands of a location, newest first; the one in the address is told in full. */
export const CommandList = ({
  location,
  selected,
}: {
  readonly location: LocationState;
  readonly selected: string | undefined;
}) => {
  const { commands, integrationProfileId: id } = location;
  const newest = commands.toReversed().slice(0, shown);
  const chosen = commands.find(({ envelope }) => envelope.messageId === selected);
  const list = chosen === undefined || newest.includes(chosen) ? newest : [chosen, ...newest];
  return (
    <section class="card stack" aria-label="Commands">
      <div class="row spread">
        <h2>Commands</h2>
        <span class="small soft">{commands.length} sent</span>
      </div>
      {list.length === 0 && <p class="soft small">None sent yet. Choose a kind on the right and press Send.</p>}
      <ol class="commands">
        {list.map((command) => {
          const { messageId, messageKind } = command.envelope;
          const isOpen = command === chosen;
          return (
            <li key={messageId}>
              <a class="command-link" aria-expanded={isOpen} href={href('till', isOpen ? [id] : [id, messageId])}>
                <span class="mono faint">{timeOfDay(command.sentAt)}</span>
                <span class="cut">{messageKind}</span>
                <span class="mono faint">{messageId.slice(0, 8)}</span>
                <span class="row outcome">
                  <Wrong messageId={messageId} />
                  <Outcome location={location} command={command} />
                </span>
              </a>
              {isOpen && <CommandStory location={location} command={command} />}
            </li>
          );
        })}
      </ol>
    </section>
  );
};

/** That something about it breaks a rule, whatever the till answered. */
const Wrong = ({ messageId }: { readonly messageId: string }) => {
  const story = liveLog().storyOf(commandKey(messageId));
  if (story === undefined) return null;
  const { verdict, violations } = storyFacts(story);
  return verdict === 'violation' || verdict === 'warning' ? (
    <VerdictBadge verdict={verdict} violations={violations} />
  ) : null;
};

export const Outcome = ({ location, command }: CommandStoryProps) => {
  const { result, envelope } = command;
  if (result !== undefined) {
    const { success, reasonCode, rejectedItems } = Object(result) as Readonly<Record<string, unknown>>;
    const first: unknown = Array.isArray(rejectedItems) ? Object(rejectedItems[0]).reasonCode : undefined;
    const why = reasonCode ?? first;
    return success === false ? (
      <Badge tone="warn">{typeof why === 'string' ? why : 'no success'}</Badge>
    ) : (
      <Badge tone="good">answered</Badge>
    );
  }
  const queued = location.queue.filter(({ messageId }) => messageId === envelope.messageId);
  if (queued.some(({ inFlight }) => inFlight)) return <Badge tone="info">in flight</Badge>;
  if (queued.length > 0) return <Badge tone="plain">waiting</Badge>;
  return <Badge tone="plain">{envelope.messageKind === 'BillPaymentFailed' ? 'taken' : 'no result'}</Badge>;
};

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

interface CommandStoryProps {
  readonly location: LocationState;
  readonly command: LocationState['commands'][number];
}

/** One command from sending to deletion, with the faults that can be put on it. */
const CommandStory = ({ location, command }: CommandStoryProps) => {
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
