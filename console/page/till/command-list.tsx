import type { LocationState } from '#schemas';
import { Badge } from '../elements/badge.tsx';
import { timeOfDay } from '../elements/time.ts';
import { href } from '../route.ts';
import { liveLog } from '../traffic/sources.ts';
import { commandKey } from '../traffic/stories.ts';
import { storyFacts } from '../traffic/story-facts.ts';
import { VerdictBadge } from '../traffic/verdict-badge.tsx';
import { CommandStory, type CommandStoryProps } from './command-story.tsx';

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
