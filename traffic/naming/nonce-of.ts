/** What a Test message asks to have copied, as its envelope was delivered. */
export const nonceOf = (envelope: unknown): { readonly nonce?: string } => {
  const { nonce } = Object(Object(envelope).payload) as { readonly nonce?: unknown };
  return typeof nonce === 'string' ? { nonce } : {};
};
