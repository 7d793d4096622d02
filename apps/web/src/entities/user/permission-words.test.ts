import { PERMISSIONS } from '@lectern/contract/permissions';
import { describe, expect, it } from 'vitest';
import { allPermissions, PERMISSION_GROUPS, permissionSentence } from './permission-words.ts';

describe('permissions in words', () => {
  it('stand in one group each', () => {
    const grouped = PERMISSION_GROUPS.flatMap(({ permissions }) => permissions);
    expect(grouped.toSorted()).toEqual(PERMISSIONS.toSorted());
  });

  it('name whole groups, and others one by one', () => {
    expect(permissionSentence([])).toBe('May do nothing.');
    expect(permissionSentence(['PagesRead'])).toBe('May read pages.');
    const reading = ['LibrariesRead', 'SeriesRead', 'BooksRead', 'PagesRead', 'ProgressRead', 'ProgressWrite'] as const;
    expect(permissionSentence([...reading, 'TasksRead'])).toBe(
      'May read and keep reading progress and see what the server works on.',
    );
    expect(permissionSentence(['SystemAdmin'])).toBe('May do everything.');
  });

  it('of a role come with those on top, and everything with the whole server', () => {
    expect(allPermissions('reader', ['TasksRead'])).toContain('TasksRead');
    expect(allPermissions('reader', [])).not.toContain('TasksRead');
    expect(allPermissions('reader', ['SystemAdmin']).size).toBe(PERMISSIONS.length);
  });
});
