import { describe, expect, it } from 'vitest';
import { libraryWords, roleWords, seenWords } from './user-words.ts';

describe('an account in words', () => {
  it('counts only what a role does not have anyway', () => {
    expect(roleWords({ role: 'reader', permissions: ['PagesRead'] })).toBe('Reader');
    expect(roleWords({ role: 'reader', permissions: ['PagesRead', 'TasksRead'] })).toBe('Reader and 1 permission more');
    expect(roleWords({ role: 'admin', permissions: ['TasksRead'] })).toBe('Administrator');
  });

  it('says that who administers the server sees all libraries', () => {
    const reader = { role: 'reader', permissions: [], libraryIds: ['l1', 'l2'] } as const;
    expect(libraryWords({ ...reader, permissions: [], libraryIds: ['l1', 'l2'] })).toBe('2 libraries');
    expect(libraryWords({ role: 'reader', permissions: [], libraryIds: [] })).toBe('No library');
    expect(libraryWords({ role: 'admin', permissions: [], libraryIds: [] })).toBe('All libraries');
  });

  it('tells when somebody was last there', () => {
    expect(seenWords({ lastSeenAt: null }, 0)).toBe('never seen');
    expect(seenWords({ lastSeenAt: '2026-01-01T00:00:00.000Z' }, Date.parse('2026-01-01T00:04:00Z'))).toBe(
      'seen 4 minutes ago',
    );
  });
});
