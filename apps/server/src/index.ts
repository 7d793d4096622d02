export { ConfigError, type ConfigSources, readConfig } from '#config/read-config.ts';
export type { Config } from '#config/schema.ts';
export type { Context } from './context.ts';
export { openServer, type RunningServer } from './open-server.ts';
