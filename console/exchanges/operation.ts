import { isCommandKind, operationOf } from '#schemas';
import type { NamedCall } from '#traffic';

/** What a call is called where it is shown: the register's name of its body where it has one. */
export const shownOperation = ({ name, messageKind = '', action }: NamedCall): string => {
  const operation = action ?? operationOf(name, messageKind);
  if (operation !== undefined) return operation;
  if (name === 'event') return messageKind;
  if (name === 'callback') return isCommandKind(messageKind) ? messageKind : 'unknown-callback';
  if (name === 'testCall') return 'test';
  return name === 'unknown' ? 'unknown-path' : name;
};
