export { consolePage } from './assets.ts';
