import { describe, expect, it } from 'vitest';
import { AppError } from '#core/errors.ts';
import { createSealer } from '#core/people/tokens.ts';
import { ATTEMPT_MS, cleanReturnPath, openAttempt, sealAttempt } from './attempt.ts';

const access = { sealer: createSealer('a secret that is long enough for tests') };
const attempt = {
  provider: 'test',
  state: 'state',
  nonce: 'nonce',
  verifier: 'verifier',
  redirectUri: 'https://books.example.org/callback',
  returnTo: '/',
  link: null,
};

describe('the path to return to', () => {
  it.each(['/', '/series/1?page=2#top', '/%2f/evil.example', '/a:b'])('may be %s', (path) => {
    expect(cleanReturnPath(path)).toBe(path);
  });

  it('is the first page unless one is named', () => {
    expect([cleanReturnPath(undefined), cleanReturnPath(null), cleanReturnPath('')]).toEqual(['/', '/', '/']);
  });

  it.each(['//evil', '/\\evil', '/\n/evil', '/.//evil', '/a/..//evil', 'https://evil.example', 'evil', '/a\\b'])(
    'is not %j',
    (path) => {
      expect(() => cleanReturnPath(path)).toThrow(AppError);
    },
  );
});

describe('an attempt', () => {
  it('opens for ten minutes, with the secret of this server', () => {
    const sealed = sealAttempt(access, attempt, 0);
    expect(openAttempt(access, sealed, ATTEMPT_MS - 1)).toMatchObject(attempt);
    expect(openAttempt(access, sealed, ATTEMPT_MS)).toBeUndefined();
    const other = { sealer: createSealer('another secret that is long enough') };
    expect(openAttempt(other, sealed, 1)).toBeUndefined();
  });

  it('is no other sealed value', () => {
    const sealed = access.sealer.seal({ ...attempt, expiresAt: Date.now() + 1_000 });
    expect([openAttempt(access, sealed), openAttempt(access, 'x'), openAttempt(access, undefined)]).toEqual([
      undefined,
      undefined,
      undefined,
    ]);
  });
});
