import type { User } from '@lectern/contract';
import { describe, expect, it } from 'vitest';
import { libraryWords, roleWords, seenWords } from './user-words.ts';

describe('the text of an account', () => {
  it('counts only permissions beyond the role', () => {
    expect(roleWords({ role: 'reader', customRole: null, permissions: ['PagesRead'] })).toBe('Reader');
    expect(roleWords({ role: 'reader', customRole: null, permissions: ['PagesRead', 'TasksRead'] })).toBe(
      'Reader and 1 more permission',
    );
    expect(roleWords({ role: 'admin', customRole: null, permissions: ['TasksRead'] })).toBe('Admin');
    const customRole = { id: 'r1', name: 'Editor' };
    expect(roleWords({ role: 'reader', customRole, permissions: [] })).toBe('Editor');
  });

  it('gives an admin all libraries', () => {
    const reader: Pick<User, 'role' | 'permissions' | 'parentId'> = { role: 'reader', permissions: [], parentId: null };
    expect(libraryWords({ ...reader, libraryIds: ['l1', 'l2'] })).toBe('2 libraries');
    expect(libraryWords({ ...reader, libraryIds: [] })).toBe('No libraries');
    expect(libraryWords({ ...reader, role: 'admin', libraryIds: [] })).toBe('All libraries');
  });

  it('does not give a child profile more than its parent', () => {
    const child: Pick<User, 'role' | 'permissions' | 'parentId'> = { role: 'reader', permissions: [], parentId: 'u1' };
    expect(libraryWords({ ...child, libraryIds: null })).toBe('Libraries of the parent');
    expect(libraryWords({ ...child, libraryIds: ['l1'] })).toBe('1 library');
  });

  it('gives the time of the last visit', () => {
    expect(seenWords({ lastSeenAt: null }, 0)).toBe('Never seen');
    expect(seenWords({ lastSeenAt: '2026-01-01T00:00:00.000Z' }, Date.parse('2026-01-01T00:04:00Z'))).toBe(
      'Last seen 4 minutes ago',
    );
  });
});
