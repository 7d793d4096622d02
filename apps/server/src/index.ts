export { readConfig } from '#config/read-config.ts';
export type { Context } from './context/context.ts';
export { openServer } from './cli/open-server.ts';
