import type { CommandKind } from '#schemas';

/** What the platform sends to a till; written out, since the page holds no schemas. */
const kinds: Readonly<Record<CommandKind, true>> = {
  OrderSubmissionRequested: true,
  TableOrderSnapshotRequested: true,
  BillPreparationRequested: true,
  BillPaymentCompleted: true,
  BillPaymentFailed: true,
  ProductListingsSyncRequested: true,
  Test: true,
};

export const commandKinds = Object.keys(kinds);
