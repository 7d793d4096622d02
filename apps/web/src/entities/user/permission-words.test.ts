import { PERMISSIONS } from '@lectern/contract/permissions';
import { describe, expect, it } from 'vitest';
import { allPermissions, PERMISSION_GROUPS, summarisePermissions } from './permission-words.ts';

describe('the text of permissions', () => {
  it('puts each permission into exactly one group', () => {
    const grouped = PERMISSION_GROUPS.flatMap(({ permissions }) => permissions);
    expect(grouped.toSorted()).toEqual(PERMISSIONS.toSorted());
  });

  it('names complete groups, and other permissions one by one', () => {
    expect(summarisePermissions([])).toBe('Can do nothing');
    expect(summarisePermissions(['PagesRead'])).toBe('Read pages');
    const reading = ['LibrariesRead', 'SeriesRead', 'BooksRead', 'PagesRead', 'ProgressRead', 'ProgressWrite'] as const;
    expect(summarisePermissions([...reading, 'TasksRead'])).toBe('Read and save progress · View tasks');
    expect(summarisePermissions(['SystemAdmin'])).toBe('Can do everything');
  });

  it('combines a role with custom permissions, and covers server administration', () => {
    expect(allPermissions('reader', ['TasksRead'])).toContain('TasksRead');
    expect(allPermissions('reader', [])).not.toContain('TasksRead');
    expect(allPermissions('maintainer', [])).toContain('MetadataWrite');
    expect([...allPermissions('reader', [], ['BooksRead'])]).toEqual(['BooksRead']);
    expect(allPermissions('reader', ['SystemAdmin']).size).toBe(PERMISSIONS.length);
  });
});
