import { peersWith } from '#harness/targets/reference-peers';
import { merchantFaults } from './merchant/index.ts';
import { platformFaults } from './platform/index.ts';
import { posFaults } from './pos/index.ts';

export { provable, type Provable } from '#harness/targets/reference-peers';
export { posFaults };

/** The reference peers, with every fault there is: the published ones, and those that only prove our checks. */
export const peers = peersWith({ merchant: merchantFaults, pos: posFaults, platform: platformFaults });
