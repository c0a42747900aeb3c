/** The id of the bill that a result of BillPreparationRequested gives; undefined where it gives none. */
export const preparedIn = (body: unknown): string | undefined => {
  const { success, bill } = Object(body) as { readonly success?: unknown; readonly bill?: unknown };
  const { posBillId } = Object(bill) as { readonly posBillId?: unknown };
  return success === true && typeof posBillId === 'string' ? posBillId : undefined;
};
