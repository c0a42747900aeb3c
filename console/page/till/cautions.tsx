import type { ControlAnswer } from '#schemas';

export type Violation = ControlAnswer<'POST /validations/{shape}'>['violations'][number];

interface CautionsProps {
  /** Why it is no JSON at all. */
  readonly problem: string | undefined;
  readonly violations: readonly Violation[];
}

/** What is wrong with a payload that can be sent all the same. */
export const Cautions = ({ problem, violations }: CautionsProps) => (
  <div aria-live="polite" class="cautions">
    {problem !== undefined && <p class="caution">Not JSON: {problem}</p>}
    {problem === undefined && violations.length > 0 && (
      <div class="caution">
        <p>
          <strong>Not valid.</strong> It can be sent all the same, to see what the till makes of it.
        </p>
        <ul>
          {violations.slice(0, 6).map(({ pointer, message }) => (
            <li key={pointer + message}>
              <code>{pointer === '' ? '/' : pointer}</code> {message}
            </li>
          ))}
        </ul>
      </div>
    )}
  </div>
);
