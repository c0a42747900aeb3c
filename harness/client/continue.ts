import type { Socket } from 'node:net';

/** The longest head that is waited for; what is longer is for the parser to refuse. */
const longest = 16_384;

/**
 * RFC 9110 15.2: a client has to parse and may ignore interim responses that it did not ask for. undici does so for all but
 * `100 Continue`, on which it destroys the connection. So of what is read in answer to a request these are taken away first.
 */
export const withoutContinue = (socket: Socket): void => {
  const read = socket.read.bind(socket);
  let written = 0;
  let isBegun = false;
  let held: Buffer = Buffer.alloc(0);
  const begins = (chunk: Buffer): Buffer | undefined => {
    const { rest, isWhole } = afterContinues(Buffer.concat([held, chunk]));
    held = isWhole ? Buffer.alloc(0) : rest;
    isBegun = isWhole && rest.length > 0;
    return isBegun ? rest : undefined;
  };
  socket.read = (size?: number): Buffer | null => {
    // One request at a time goes over a connection, so what comes after more was written begins an answer.
    if (socket.bytesWritten !== written) isBegun = false;
    written = socket.bytesWritten;
    for (;;) {
      const chunk = read(size) as Buffer | null;
      if (chunk === null || isBegun) return chunk;
      const answer = begins(chunk);
      if (answer !== undefined) return answer;
    }
  };
};

const interim = /^HTTP\/1\.\d 100(?:[ \r\n]|$)/u;
const beginning = 'HTTP/1.x 100';

/** What comes after all `100 Continue`; not whole where it may be the beginning of another. */
const afterContinues = (bytes: Buffer): { readonly rest: Buffer; readonly isWhole: boolean } => {
  let rest = bytes;
  for (;;) {
    const head = rest.subarray(0, beginning.length + 1).toString('latin1');
    if (head.length <= beginning.length && beginning.startsWith(head.replace(/^(HTTP\/1\.)\d/u, '$1x')))
      return { rest, isWhole: head.length === 0 };
    if (!interim.test(head)) return { rest, isWhole: true };
    const end = rest.indexOf('\r\n\r\n');
    if (end < 0) return { rest, isWhole: rest.length > longest };
    rest = rest.subarray(end + 4);
  }
};
