import { describe, expect, it } from 'vitest';
import { ageWords, sourceWords } from './rights-words.ts';

describe('the reasons of rights', () => {
  it('name the group, the role or the account', () => {
    expect(sourceWords({ kind: 'group', groupId: 'g', groupName: 'Family' })).toBe('By the group “Family”');
    expect(sourceWords({ kind: 'role' })).toBe('As an admin');
    expect(sourceWords({ kind: 'parent' })).toBe('As for its parent');
    expect(sourceWords({ kind: 'user' })).toBe('By the account itself');
  });

  it('say what an age limit shows', () => {
    expect(ageWords({ maxAge: 12, showsUnrated: true })).toBe('Series up to age 12, and those without an age rating');
    expect(ageWords({ maxAge: 6, showsUnrated: false })).toBe('Series up to age 6 that have an age rating');
  });
});
