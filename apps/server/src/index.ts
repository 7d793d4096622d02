export { readConfig } from '#config/read-config.ts';
export type { Context } from './context.ts';
export { openServer } from './open-server.ts';
