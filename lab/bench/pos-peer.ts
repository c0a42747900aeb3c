import type { PosActivationSuccess } from '#schemas';
import { startProcess } from './processes.ts';

/** What a POS knows of the service it is activated at. */
export interface PosPeer extends AsyncDisposable {
  readonly url: string;
  /** Of the control API: where a command for this POS is sent. */
  readonly commandsUrl: string;
  readonly activation: Pick<PosActivationSuccess, 'apiConfiguration' | 'queueConfiguration'>;
}

/** The mock platform, or the bare responder that stands for the least any service would cost. */
export const startPeer = async (which: 'platform' | 'bare'): Promise<PosPeer> =>
  await startProcess<PosPeer>([`lab/bench/${which}-process.ts`]);
