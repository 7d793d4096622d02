import type { Permission } from '@lectern/contract';
import { type RawBuilder, sql, type SqlBool } from 'kysely';
import type { Beholder } from '../visibility.ts';

/** Who looks at tasks. */
export interface TaskBeholder extends Beholder {
  readonly permissions: ReadonlySet<Permission>;
}

/** Needed to see every task that is not common: of mails, exports of others, and sources of releases. */
export const UNCOMMON_PERMISSION: Permission = 'SystemAdmin';

/**
 * Types whose tasks are seen by those who see what they are about, or everything where they are about no library. Parameters,
 * results and errors of all others are for those who administer the server, and for the user whom the payload names.
 */
const COMMON: readonly string[] = [
  'analyze_book',
  'analyze_series',
  'scan_library',
  'analyze_library',
  'hash_library',
  'renumber_series',
  'reprocess_titles',
  'edit_metadata',
  'generate_thumbnails',
  'find_duplicates',
  'cleanup_orphaned_files',
  'rebuild_search',
  'cleanup_series_exports',
];

/** Whether those who see what a task is about see the task. */
export function isCommon(type: string): boolean {
  return COMMON.includes(type);
}

/** The same as a condition of a query for tasks. */
export function isCommonTask(): RawBuilder<SqlBool> {
  return sql<SqlBool>`${sql.ref('task.type')} in (${sql.join(COMMON.map((type) => sql.lit(type)))})`;
}

/** Other tasks, as far as somebody sees them; none of them is about a library. */
export function seesUncommon({ permissions, userId }: TaskBeholder): RawBuilder<SqlBool> {
  if (permissions.has(UNCOMMON_PERMISSION)) return sql<SqlBool>`not (${isCommonTask()})`;
  return sql<SqlBool>`(not (${isCommonTask()}) and ${sql.ref('task.payload')} like ${`%${JSON.stringify({ userId }).slice(1, -1)}%`})`;
}
