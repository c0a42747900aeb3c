import type { Authenticated } from '../authentication.ts';
import type { EventStream } from '../event.ts';
import { readShape } from '../read-shape.ts';

/** ReportPosHealth: 204, and the POS capability stays available for another timeout. */
export const reportHealth = ({ location, bytes }: Authenticated, events: EventStream): Response => {
  const { integrationProfileId } = location;
  const read = readShape('report-pos-health', bytes);
  const status = read.ok ? 204 : read.response.status;
  events.emit({ kind: 'health', integrationProfileId, body: read.value, status });
  if (!read.ok) return read.response;
  location.capability.alive();
  return new Response(null, { status });
};
