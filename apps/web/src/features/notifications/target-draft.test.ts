import { describe, expect, it } from 'vitest';
import { newDraft, toNewTarget, toTargetUpdate, withKind } from './target-draft.ts';

describe('the form of a notification target', () => {
  it('starts with every kind of its scope', () => {
    expect(newDraft('user').kinds).toEqual(['new_books']);
    expect(newDraft('server').kinds).not.toContain('new_books');
  });

  it('sends only what is filled in, so that a stored secret stays', () => {
    const draft = { ...newDraft('user'), name: ' Phone ', url: ' https://ntfy.sh/x ' };
    expect(toNewTarget(draft)).toEqual({
      name: 'Phone',
      type: 'ntfy',
      url: 'https://ntfy.sh/x',
      kinds: ['new_books'],
      enabled: true,
    });
    expect(toTargetUpdate({ ...draft, url: '', secret: 'tk' })).toEqual({
      name: 'Phone',
      kinds: ['new_books'],
      secret: 'tk',
    });
  });

  it('adds and removes kinds', () => {
    const draft = withKind(newDraft('user'), 'new_books', false);
    expect(draft.kinds).toEqual([]);
    expect(withKind(withKind(draft, 'new_books', true), 'new_books', true).kinds).toEqual(['new_books']);
  });
});
