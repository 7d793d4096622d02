import { GroupRule } from '@lectern/contract';
import { describe, expect, it } from 'vitest';
import { isWithinRights, planGroupRights, planUntoldRights } from './group-rights.ts';

const [ONE, TWO] = ['0197aaaa-0000-7000-8000-000000000001', '0197aaaa-0000-7000-8000-000000000002'];

const rules = (...all: readonly Partial<GroupRule>[]) =>
  all.map((rule, index) => GroupRule.parse({ group: `group ${String(index + 1)}`, ...rule }));

describe('rights of groups', () => {
  it('are the highest role, whatever the order of rules and groups', () => {
    const source = { defaultRole: 'reader' as const, rules: rules({ role: 'admin' }, { role: 'maintainer' }) };
    expect(planGroupRights(source, ['group 2', 'group 1']).role).toBe('admin');
    expect(planGroupRights(source, ['group 2']).role).toBe('maintainer');
  });

  it('are those of no group when groups are not told, with no higher role than before', () => {
    const all = rules({ role: 'reader' }, { role: 'admin', libraryIds: [ONE] });
    const plan = (defaultRole: 'reader' | 'maintainer', before: readonly string[]) =>
      planUntoldRights({ defaultRole, rules: all }, before);
    const none = { libraries: [], isMember: false };
    expect(plan('reader', ['group 2'])).toEqual({ ...none, role: 'reader' });
    expect(plan('maintainer', ['group 1'])).toEqual({ ...none, role: 'reader' });
    expect(plan('maintainer', [])).toEqual({ ...none, role: 'maintainer' });
  });

  it('are the default role without a group, where rules give roles', () => {
    const source = { defaultRole: 'reader' as const, rules: rules({ role: 'admin' }) };
    expect(planGroupRights(source, ['Group 1', 'group'])).toEqual({ role: 'reader', libraries: null, isMember: false });
  });

  it('say nothing about roles and libraries where no rule gives any', () => {
    const source = { defaultRole: 'reader' as const, rules: rules({}) };
    expect(planGroupRights(source, ['group 1'])).toEqual({ role: null, libraries: null, isMember: true });
    expect(planGroupRights({ ...source, rules: [] }, ['group 1'])).toEqual({
      role: null,
      libraries: null,
      isMember: false,
    });
  });

  it('are the libraries of all groups together, and none without a group', () => {
    const given = rules({ libraryIds: [ONE] }, { libraryIds: [ONE, TWO] }, { allLibraries: true });
    const source = { defaultRole: 'reader' as const, rules: given };
    expect(planGroupRights(source, ['group 1', 'group 2']).libraries).toEqual([ONE, TWO]);
    expect(planGroupRights(source, ['group 1', 'group 3']).libraries).toBe('all');
    expect(planGroupRights(source, []).libraries).toEqual([]);
  });

  it('cover an account only when it can do nothing more', () => {
    const reader = { role: 'reader', rolePermissions: null, permissions: '[]' };
    const rights = { role: null, libraries: null, isMember: false };
    expect(isWithinRights(reader, rights)).toBe(true);
    expect(isWithinRights({ ...reader, permissions: '["UsersWrite"]' }, rights)).toBe(false);
    expect(isWithinRights({ ...reader, role: 'maintainer' }, rights)).toBe(false);
    expect(isWithinRights({ ...reader, rolePermissions: '["UsersWrite"]' }, rights)).toBe(false);
    expect(isWithinRights({ ...reader, role: 'maintainer' }, { ...rights, role: 'admin' })).toBe(true);
  });
});
