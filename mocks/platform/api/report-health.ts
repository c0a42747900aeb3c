import type { Authenticated } from './authentication.ts';
import { type Answer, emptyAnswer } from '../calls/answer.ts';
import { readShape } from '../calls/read-shape.ts';

/** ReportPosHealth: 204, and the POS capability stays available for another timeout. */
export const reportHealth = ({ location, body, emit }: Authenticated): Answer => {
  const { integrationProfileId } = location;
  const read = readShape('report-pos-health', body);
  const status = read.ok ? 204 : read.answer.status;
  emit({ kind: 'health', integrationProfileId, body: read.value, status });
  if (!read.ok) return read.answer;
  location.capability.alive();
  return emptyAnswer(status);
};
