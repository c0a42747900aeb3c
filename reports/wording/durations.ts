/** Milliseconds as a person says them. */
export const spoken = (milliseconds: number): string => {
  if (milliseconds < 1000) return `${Math.round(milliseconds)} ms`;
  if (milliseconds < 60_000) return `${(milliseconds / 1000).toFixed(1)} s`;
  const seconds = Math.round(milliseconds / 1000);
  if (seconds < 3600) return `${Math.floor(seconds / 60)} min ${seconds % 60} s`;
  return `${Math.floor(seconds / 3600)} h ${Math.floor((seconds % 3600) / 60)} min`;
};

/** How long the run took; 0 where the times say nothing. */
export const runDuration = (result: { readonly startedAt: string; readonly finishedAt: string }): number => {
  const milliseconds = Date.parse(result.finishedAt) - Date.parse(result.startedAt);
  return Number.isFinite(milliseconds) ? Math.max(0, milliseconds) : 0;
};
