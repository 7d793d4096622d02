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
    const reader = { role: 'reader', permissions: [], libraryIds: ['l1', 'l2'] } as const;
    expect(libraryWords({ ...reader, permissions: [], libraryIds: ['l1', 'l2'] })).toBe('2 libraries');
    expect(libraryWords({ role: 'reader', permissions: [], libraryIds: [] })).toBe('No libraries');
    expect(libraryWords({ role: 'admin', permissions: [], libraryIds: [] })).toBe('All libraries');
  });

  it('gives the time of the last visit', () => {
    expect(seenWords({ lastSeenAt: null }, 0)).toBe('Never seen');
    expect(seenWords({ lastSeenAt: '2026-01-01T00:00:00.000Z' }, Date.parse('2026-01-01T00:04:00Z'))).toBe(
      'Last seen 4 minutes ago',
    );
  });
});
