import type { PosActivationSuccess } from '#schemas';
import { folderOf, type OtherPeer } from './peers.ts';
import { type Child, startProcess } from './processes.ts';

/** What a POS knows of the service it is activated at. */
export interface PosPeer extends Child {
  readonly url: string;
  /** Of the control API: where a command for this POS is sent. */
  readonly commandsUrl: string;
  readonly activation: Pick<PosActivationSuccess, 'apiConfiguration' | 'queueConfiguration'>;
}

/** The mock platform, or the bare responder that stands for the least any service would cost. */
export const startPeer = async (which: 'platform' | 'bare'): Promise<PosPeer> =>
  await startProcess<PosPeer>([`lab/bench/${which}-process.ts`]);

/** Another implementation, where it can be installed; it takes no commands. */
export const startOther = async (which: OtherPeer): Promise<Omit<PosPeer, 'commandsUrl'> | undefined> => {
  const folder = folderOf(which);
  return folder === undefined ? undefined : await startProcess<PosPeer>([`lab/bench/${which}-process.ts`, folder]);
};
