import { PERMISSIONS } from '@lectern/contract/permissions';
import { describe, expect, it } from 'vitest';
import { allPermissions, PERMISSION_GROUPS, permissionSentence } from './permission-words.ts';

describe('the text of permissions', () => {
  it('puts each permission into exactly one group', () => {
    const grouped = PERMISSION_GROUPS.flatMap(({ permissions }) => permissions);
    expect(grouped.toSorted()).toEqual(PERMISSIONS.toSorted());
  });

  it('names complete groups, and other permissions one by one', () => {
    expect(permissionSentence([])).toBe('May do nothing.');
    expect(permissionSentence(['PagesRead'])).toBe('May read pages.');
    const reading = ['LibrariesRead', 'SeriesRead', 'BooksRead', 'PagesRead', 'ProgressRead', 'ProgressWrite'] as const;
    expect(permissionSentence([...reading, 'TasksRead'])).toBe(
      'May read and keep reading progress and see what the server works on.',
    );
    expect(permissionSentence(['SystemAdmin'])).toBe('May do everything.');
  });

  it('combines a role with custom permissions, and covers server administration', () => {
    expect(allPermissions('reader', ['TasksRead'])).toContain('TasksRead');
    expect(allPermissions('reader', [])).not.toContain('TasksRead');
    expect(allPermissions('reader', ['SystemAdmin']).size).toBe(PERMISSIONS.length);
  });
});
