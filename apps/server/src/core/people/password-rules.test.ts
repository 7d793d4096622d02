import { describe, expect, it } from 'vitest';
import { AppError } from '#core/errors.ts';
import { listFrequentPasswords } from './frequent-passwords.ts';
import { requireGoodPassword } from './password-rules.ts';

const PERSON = { username: 'Ann Marple', email: 'a.marple@example.org' };
const ctx = { access: { serverName: () => 'Villa Kunterbunt' } };

function findProblem(
  password: string,
  person: { username: string; email: string | null } = PERSON,
): string | undefined {
  try {
    requireGoodPassword(ctx, { password, ...person });
    return undefined;
  } catch (error) {
    expect(error).toBeInstanceOf(AppError);
    const { kind, details } = error as AppError;
    const [detail] = details as readonly { readonly path: string; readonly message: string }[];
    expect([kind, detail?.path]).toEqual(['BadRequest', 'password']);
    return detail?.message;
  }
}

describe('a new password', () => {
  it('is none of the 3,000 long enough that leaks hold most often, in any case', () => {
    const frequent = listFrequentPasswords();
    expect(frequent).toHaveLength(3_000);
    expect(frequent).toEqual(expect.arrayContaining(['q1w2e3r4t5', 'maverick', 'spitfire', '147258369']));
    const allowed = frequent.filter((password) => findProblem(password) === undefined);
    expect(allowed).toEqual([]);
    expect(frequent.filter((password) => password.length < 8)).toEqual([]);
    expect(findProblem('MaVeRiCk')).toContain('a common password');
    expect(findProblem('maverick rides at dawn')).toBeUndefined();
  });

  it.each([
    'password',
    'Password1',
    'P@ssw0rd!',
    'pa$$word2024',
    '$unshine!',
    '123password',
    'iloveyou',
    'I love you!',
    'Motdepasse1',
    'passwort123',
    'Trustno1',
    'letmein!!',
    'correct horse battery staple',
    'lectern2026',
    'Lectern!!!',
    'admin12345',
    'ｐａｓｓｗｏｒｄ',
  ])('is not %s, which many people choose', (password) => {
    expect(findProblem(password)).toContain('a common password');
  });

  it.each([
    'aaaaaaaa',
    'abababab',
    'abcabcabcabc',
    '12121212',
    '12345678',
    '123456789',
    '0987654321',
    '87654321',
    'abcdefgh',
    'ABCD1234',
    'abcd!1234',
    'qwertyuiop',
    'qwertzuiopü',
    'azertyuiop',
    'asdfghjkl',
    'qwer1234',
    '1qaz2wsx3edc',
    'zaq12wsx',
    'poiuytrewq',
    '        ',
    '!!!!!!!!',
  ])('is not %s, a sequence or a repetition', (password) => {
    expect(findProblem(password)).toMatch(/sequence or repetition/);
  });

  it.each([
    'annmarple',
    'Ann Marple!',
    'ANNMARPLE1',
    '12annmarple',
    'a.marple@example.org',
    'amarple99',
    'villa kunterbunt',
    'VillaKunterbunt1!',
  ])('is not %s, which is known of the person or the server', (password) => {
    expect(findProblem(password)).toContain('your name, your mail address or the name of the server');
  });

  it.each([
    'Kunterbunt?Villa',
    'a good password',
    'correct horse battery',
    'the same for all',
    'benchmark-password',
    'long enough',
    'bobs password',
    'pass:word:1',
    'another than before',
    'x7#kQ!2v',
    '83920174',
    'planted Passw0rd "with quotes"',
    'Ann likes marple trees',
    'ünïcödé-wörds',
    '密码密碼很长的一句话',
    'deeds and pour over',
  ])('may be %s', (password) => {
    expect(findProblem(password)).toBeUndefined();
  });

  it('has eight characters as people count them, however they are written', () => {
    expect(findProblem('é'.normalize('NFD').repeat(3) + 'xyz')).toContain('at least 8');
    expect(findProblem('🐉🦊🐢🦉')).toContain('at least 8');
    expect(findProblem('🐉🦊🐢🦉🐙🦋🐝🦄')).toBeUndefined();
  });

  it('may hold a user name without letters', () => {
    expect(findProblem('83920174', { username: '42', email: null })).toBeUndefined();
    expect(findProblem('a8392017', { username: 'a', email: null })).toContain('name');
  });

  it('is judged in no time, however long it is', () => {
    const start = performance.now();
    for (const unit of ['a1!', ' ', 'qwe', 'é', '12']) findProblem(unit.repeat(85));
    // Milliseconds, but on a busy machine.
    expect(performance.now() - start).toBeLessThan(5_000);
  });
});
