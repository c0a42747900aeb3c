import type { PlatformSettings } from '#schemas';
import { misuse } from './usage-error.ts';

/** Where our platform listens, and where a target reaches it when that is elsewhere. */
export type PlatformAddress = ReturnType<typeof platformAddress>;

export const platformAddress = ({ listen, controlListen, publicUrl }: PlatformSettings = {}) => ({
  listen: listenAddress(listen, 'platform.listen'),
  controlListen: listenAddress(controlListen, 'platform.controlListen'),
  /** Without a trailing slash. */
  publicUrl: publicUrl?.replace(/\/+$/, ''),
});

export interface ListenAddress {
  readonly hostname?: string;
  readonly port?: number;
}

/** `127.0.0.1:0`, `[::1]:8080` or `8080`; loopback and any free port where nothing is said. */
export const listenAddress = (listen: string | undefined, key: string): ListenAddress => {
  if (listen === undefined) return {};
  const [, bracketed, plain, port] = /^(?:(?:\[([^\]]+)\]|([^:[\]]+)):)?(\d{1,5})$/.exec(listen) ?? [];
  if (port === undefined || Number(port) > 65_535) {
    throw misuse(key, `"${listen}" is not an address to listen on. Give host:port or a port, such as 127.0.0.1:0.`);
  }
  const hostname = bracketed ?? plain;
  return { ...(hostname !== undefined && { hostname }), port: Number(port) };
};
