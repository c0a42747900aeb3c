/** The mock's own error body; the specification shows none (assume/error-bodies). */
export const problem = (status: number, error: string, message: string): Response =>
  Response.json({ error, message }, { status });
