import { pathTo } from '#schemas';
import type { Command } from '../queue/command.ts';
import type { Json } from '../../json.ts';
import type { PlatformAnswer } from './call.ts';
import type { PlatformClient } from './platform-client.ts';

/** Sends the result of a command to the address that names it. Endpoints › Platform-hosted */
export const sendResult = (client: PlatformClient, command: Command, body: Json): Promise<PlatformAnswer> =>
  client({
    kind: 'callback',
    method: 'POST',
    path: pathTo('callback', { messageKind: command.messageKind, messageId: command.messageId }),
    body,
  });

/** 2xx, or 404: nobody waits for the result any more. Errors › Callback responses */
export const isFinal = ({ status = 0 }: PlatformAnswer): boolean => (status >= 200 && status < 300) || status === 404;
