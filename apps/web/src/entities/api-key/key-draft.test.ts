import type { ApiKey } from '@lectern/contract';
import { describe, expect, it } from 'vitest';
import { toKeyBody, toKeyDraft, isExpired, createKeyDraft, matchPreset, findKeyProblem } from './key-draft.ts';

const now = Date.parse('2026-06-01T12:00:00Z');
const key: ApiKey = {
  id: 'k1',
  user_id: 'u1',
  name: 'Tablet',
  key_prefix: 'ab12cd34',
  permissions: ['LibrariesRead', 'SeriesRead', 'BooksRead', 'PagesRead', 'ProgressRead'],
  follows_owner: false,
  works_with_koreader: true,
  is_active: true,
  expires_at: '2026-07-01T00:00:00.000Z',
  last_used_at: null,
  created_at: '2026-05-01T00:00:00.000Z',
  updated_at: '2026-05-01T00:00:00.000Z',
};

describe('the form of a key', () => {
  it('recognises a preset by its permissions', () => {
    expect(matchPreset(key)).toBe('read_only');
    expect(matchPreset({ ...key, permissions: [...key.permissions, 'ProgressWrite'] })).toBe('reader_apps');
    expect(matchPreset({ ...key, permissions: ['PagesRead'] })).toBe('custom');
    expect(matchPreset({ ...key, follows_owner: true })).toBe('full_access');
  });

  it('sends no permissions for a key that follows its owner, and no expiry that stays unchanged', () => {
    expect(toKeyBody(createKeyDraft('full_access', ' Tablet '), now)).toEqual({
      name: 'Tablet',
      permissions: null,
      expiresAt: null,
    });
    expect(toKeyBody(toKeyDraft(key), now)).toEqual({ name: 'Tablet', permissions: key.permissions });
    expect(toKeyBody({ ...toKeyDraft(key), lifetime: '30' }, now).expiresAt).toBe('2026-07-01T12:00:00.000Z');
  });

  it('reports missing input', () => {
    const draft = createKeyDraft('custom', 'Tablet');
    expect(findKeyProblem(draft, now)).toMatch(/at least one/);
    expect(findKeyProblem({ ...draft, custom: ['PagesRead'], lifetime: 'date' }, now)).toMatch(/last day/);
    expect(findKeyProblem({ ...createKeyDraft(), lifetime: 'date', lastDay: '2026-05-30' }, now)).toMatch(
      /in the past/,
    );
    expect(findKeyProblem({ ...createKeyDraft(), lifetime: 'date', lastDay: '2026-06-30' }, now)).toBeUndefined();
  });

  it('recognises an expired key', () => {
    expect([isExpired(key, now), isExpired(key, now + 40 * 86_400_000)]).toEqual([false, true]);
    expect(isExpired({ expires_at: null }, now)).toBe(false);
  });
});
