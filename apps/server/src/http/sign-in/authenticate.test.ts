import { describe, expect, it } from 'vitest';
import { challengeOf } from './authenticate.ts';

describe('challengeOf()', () => {
  it.each([
    ['/opds', 'Basic realm="Lectern"'],
    ['/opds/v1.2/catalog?page=2', 'Basic realm="Lectern"'],
    ['/api/v1/opds/v2', 'Basic realm="Lectern"'],
    ['/koreader/syncs/progress', 'Basic realm="Lectern"'],
    ['/opds?x=1', 'Basic realm="Lectern"'],
    ['/api/v1/books', 'Bearer'],
    ['/api/v1/opdsx', 'Bearer'],
    ['/api/v1/books?x=/opds/', 'Bearer'],
  ])('asks at %s for %s', (url, challenge) => {
    expect(challengeOf(url)).toBe(challenge);
  });
});
