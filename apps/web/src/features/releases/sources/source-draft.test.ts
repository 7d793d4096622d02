import type { ReleaseSource } from '@lectern/contract';
import { describe, expect, it } from 'vitest';
import {
  toSourceUpdate,
  toSourceDraft,
  NEW_SOURCE,
  toNewSource,
  findSourceProblem,
  toUndoUpdate,
} from './source-draft.ts';

const SOURCE: ReleaseSource = {
  ...{ id: 'a', pluginId: 'core', sourceKey: 'a', displayName: 'Site', kind: 'rss-uploader', enabled: true },
  ...{ cronSchedule: '0 * * * *', effectiveCronSchedule: '0 * * * *', hasSecret: true, etag: null },
  config: { url: 'https://feeds.example/a', username: 'me', maxItems: 50 },
  ...{ lastPolledAt: null, lastError: null, lastErrorAt: null, failures: 0, nextPollAt: null, lastSummary: null },
  ...{ createdAt: '2026-01-01T00:00:00Z', updatedAt: '2026-01-01T00:00:00Z' },
};

describe('the form of a source', () => {
  it('creates feeds and push sources', () => {
    const draft = { ...NEW_SOURCE, displayName: ' Site ', url: ' https://feeds.example/a ', language: 'en' };
    expect(toNewSource(draft)).toEqual({
      ...{ kind: 'rss-uploader', displayName: 'Site', enabled: true },
      config: { url: 'https://feeds.example/a', language: 'en' },
    });
    const token = { ...draft, secretKind: 'token' as const, secret: 'word', cronSchedule: '0 3 * * *' };
    expect(toNewSource(token)).toMatchObject({ secret: 'word', cronSchedule: '0 3 * * *' });
    expect(toNewSource({ ...token, kind: 'api-feed' })).not.toHaveProperty('secret');
    expect(toNewSource({ ...token, kind: 'api-feed' }).config).toEqual({ language: 'en' });
  });

  it('keeps hidden fields and an unchanged secret', () => {
    expect(toSourceUpdate({ ...toSourceDraft(SOURCE), displayName: 'Other' }, SOURCE)).toEqual({
      displayName: 'Other',
      config: { url: 'https://feeds.example/a', username: 'me', maxItems: 50 },
      cronSchedule: '0 * * * *',
    });
  });

  it('removes a secret', () => {
    const change = toSourceUpdate({ ...toSourceDraft(SOURCE), secretKind: 'none', cronSchedule: '' }, SOURCE);
    expect(change).toMatchObject({ secret: null, cronSchedule: null });
    expect(change.config).not.toHaveProperty('username');
  });

  it('can be undone unless a secret was removed', () => {
    const change = toSourceUpdate(toSourceDraft(SOURCE), SOURCE);
    expect(toUndoUpdate(change, SOURCE, SOURCE)).toMatchObject({ displayName: 'Site' });
    expect(toUndoUpdate(change, SOURCE, { ...SOURCE, hasSecret: false })).toBeUndefined();
    expect(toUndoUpdate({ ...change, secret: 'x' }, SOURCE, SOURCE)).toBeUndefined();
  });

  it.each([
    [{}, undefined],
    [{ kind: 'rss-series' }, 'Choose the series of the feed.'],
    [{ secretKind: 'token' }, 'Enter the secret, or choose None.'],
    [{ secretKind: 'password', secret: 'x' }, 'Enter the user name for the password.'],
    [{ secretKind: 'password', secret: 'x', username: 'me' }, undefined],
    [{ kind: 'api-feed', secretKind: 'token' }, undefined],
  ] as const)('%o lacks: %s', (part, problem) => expect(findSourceProblem({ ...NEW_SOURCE, ...part })).toBe(problem));
});
