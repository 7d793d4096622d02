import type { TaskType } from './task-payloads.ts';
import { mark, say } from '#words/say.ts';

/** What each kind of task does, as the web app calls it. */
const NAMES: Readonly<Record<TaskType, string>> = {
  scan_library: mark('Scans'),
  analyze_library: mark('Library analysis'),
  analyze_series: mark('Series analysis'),
  analyze_book: mark('Book analysis'),
  generate_thumbnails: mark('Covers'),
  hash_library: mark('Checksums'),
  find_duplicates: mark('Duplicate search'),
  rebuild_search: mark('Search index'),
  renumber_series: mark('Book numbering'),
  reprocess_titles: mark('Title rules'),
  cleanup_orphaned_files: mark('Cover cleanup'),
  edit_metadata: mark('Bulk edits'),
  export_series: mark('Exports'),
  cleanup_series_exports: mark('Export cleanup'),
  create_backup: mark('Backups'),
  check_backup: mark('Backup checks'),
  empty_trash: mark('Trash cleanup'),
  drill_backup: mark('Test restores'),
  add_backup: mark('Added backups'),
  restore_backup: mark('Restores'),
  look_through_imports: mark('Import folder checks'),
  import_files: mark('Imports'),
  poll_release_source: mark('Release checks'),
  send_mail: mark('Mail'),
  plan_notices: mark('Collecting notifications'),
  send_notice: mark('Notifications'),
};

/** The name of a kind of task; a kind of a later release stays as it is. */
export function sayTask(type: string): string {
  return Object.hasOwn(NAMES, type) ? say(NAMES[type as TaskType]) : type.replaceAll('_', ' ');
}
