import type { Dialect, Kysely } from 'kysely';
import type { Checkpoints } from './checkpoints.ts';
import type { FileGuard } from './file-guard.ts';
import type { NoticeHandlers, NoticeLine } from './notice-line.ts';
import type { Schema } from './schema/index.ts';

/** Connections of this process to the database; `waiting` counts requests that wait for one. */
export interface PoolState {
  readonly open: number;
  readonly idle: number;
  readonly waiting: number;
  readonly max: number;
}

/** An open database, by what its connections are for. */
export interface Connections {
  readonly writes: Kysely<Schema>;
  readonly reads: Kysely<Schema>;
  readonly heavyReads: Kysely<Schema>;
  readonly heavyDialect: Dialect;
  /** Differs once any other connection, of any process, has committed; undefined on PostgreSQL. */
  readonly version: (() => number) | undefined;
  readonly pool: () => PoolState;
  /** SQLite only. */
  readonly checkpoints?: Checkpoints;
  /** SQLite only: made once the file was written. */
  readonly openGuard?: () => FileGuard;
  /** PostgreSQL only. */
  readonly listen?: (channel: string, handlers: NoticeHandlers) => NoticeLine;
}
