import { describe, expect, it } from 'vitest';
import { ApiError } from './api.ts';
import { describeProblem, fieldProblems, problemSentence } from './problem.ts';

describe('describeProblem', () => {
  it('offers a retry when the server does not answer, but not when access is refused', () => {
    expect(describeProblem(new ApiError(0, 'Network', 'x'))).toMatchObject({ retry: true });
    expect(describeProblem(new ApiError(403, 'Forbidden', 'x'))).toMatchObject({ retry: false });
  });

  it('says the same when a proxy answers for the server, and not when the server is busy', () => {
    const away = describeProblem(new ApiError(0, 'Network', 'x'));
    for (const status of [502, 503, 504]) expect(describeProblem(new ApiError(status, 'Unknown', 'x'))).toBe(away);
    expect(describeProblem(new ApiError(503, 'ServiceUnavailable', 'x')).title).toBe('The server is busy');
  });

  it("keeps the server's message for a refused request", () => {
    expect(describeProblem(new ApiError(409, 'Conflict', 'path "/a" lies inside library "B"')).text).toBe(
      'Path "/a" lies inside library "B"',
    );
  });

  it('says what is missing where a refusal names it', () => {
    const details = [{ path: 'session', message: 'sign in again first' }];
    const refused = new ApiError(403, 'Forbidden', 'Sign in again first', details);
    expect([describeProblem(refused).text, problemSentence(refused)]).toEqual([
      'Sign in again first',
      'Sign in again first',
    ]);
    expect(problemSentence(new ApiError(403, 'Forbidden', 'This needs the permission X'))).not.toContain('permission');
  });

  it('blames the address when the server refuses a path parameter', () => {
    const details = [{ path: 'id', message: 'must be a UUID' }];
    const refused = new ApiError(400, 'BadRequest', '"id" in the path must be a UUID', details);
    expect(describeProblem(refused)).toMatchObject({ text: 'The address may be old or mistyped.', retry: false });
  });

  it('never shows internals of an unknown error', () => {
    expect(describeProblem(new TypeError('x is undefined')).text).not.toContain('undefined');
  });
});

describe('fieldProblems', () => {
  const refused = new ApiError(400, 'BadRequest', 'Invalid body', [
    { path: 'password', message: 'must have at least 8 characters' },
    { other: true },
  ]);

  it('returns one sentence per field and skips unreadable entries', () => {
    expect(fieldProblems(refused)).toEqual({ password: 'Must have at least 8 characters' });
  });

  it('is the source of a single sentence', () => {
    expect(problemSentence(refused)).toBe('Must have at least 8 characters');
  });
});
