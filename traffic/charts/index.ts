export { across, type Drawing, wide } from './drawing.ts';
export { figureOf, type FigureOptions, type Chart } from './figure.ts';
export { healthOverTime, type HealthReport } from './health-line.ts';
export { queueLanes, type QueueMoment } from './queue-lanes.ts';
export { responseTimes } from './response-times.ts';
export { type Part, sequence, spokenOf, type Step } from './sequence.ts';
export { counted } from './spoken.ts';
export { walkChart } from './walk-strip.ts';
export { busiestQueues, type SeenCall, watchCalls, type WatchedCalls } from './watch-calls.ts';
