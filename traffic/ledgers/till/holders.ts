/** The member of a result that is a snapshot of a table, by the kind of its command. */
export const snapshotHolders: Readonly<Record<string, string>> = {
  TableOrderSnapshotRequested: 'tableOrderSnapshot',
  OrderSubmissionRequested: 'tableOrderSnapshot',
  BillPreparationRequested: 'currentSnapshot',
};

/** Every member of a result that names the table it shows. */
export const tableHolders = (messageKind: string): readonly string[] => {
  const snapshot = snapshotHolders[messageKind];
  if (snapshot === undefined) return [];
  return messageKind === 'TableOrderSnapshotRequested' ? [snapshot, 'tableSessionContext'] : [snapshot];
};
