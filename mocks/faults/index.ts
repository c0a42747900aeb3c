export { defineFaults, type Fault } from './fault.ts';
