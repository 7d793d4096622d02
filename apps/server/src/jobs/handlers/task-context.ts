import type { Context } from '../../context.ts';

/** What the work of a task may use: the context without what runs tasks. */
export type TaskContext = Pick<
  Context,
  | 'access'
  | 'config'
  | 'mailer'
  | 'db'
  | 'events'
  | 'settings'
  | 'duplicates'
  | 'queue'
  | 'readers'
  | 'feeds'
  | 'places'
  | 'archives'
  | 'solidArchives'
  | 'covers'
  | 'exportFiles'
  | 'analyzer'
>;
