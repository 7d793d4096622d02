import { describe, expect, it } from 'vitest';
import { bindKey, findOwner, mergeKeys, parseKeyChanges, resetKeys, unbindKey } from './bindings.ts';
import { findAction, USUAL_KEYS } from './key-map.ts';

const usual = mergeKeys({});
const press = (key: string) => ({ key, ctrlKey: false, altKey: false, shiftKey: false, metaKey: false });

describe('changed keys', () => {
  it('are none at first', () => {
    expect(usual).toEqual(USUAL_KEYS);
  });

  it('add a key to an action', () => {
    const changes = bindKey(usual, 'next', 'n');
    expect(changes).toEqual({ next: [...USUAL_KEYS.next, 'n'] });
    expect(findAction(press('n'), { keys: mergeKeys(changes), characterKeys: true })).toBe('next');
  });

  it('move a key from the action that has it', () => {
    expect(findOwner(usual, 'j')).toBe('next');
    const keys = mergeKeys(bindKey(usual, 'bars', 'j'));
    expect(findOwner(keys, 'j')).toBe('bars');
    expect(keys.next).toEqual(USUAL_KEYS.next.filter((key) => key !== 'j'));
  });

  it('remove a key, even the last one', () => {
    const changes = unbindKey(usual, 'incognito', 'i');
    expect(changes).toEqual({ incognito: [] });
    expect(findAction(press('i'), { keys: mergeKeys(changes), characterKeys: true })).toBeUndefined();
  });

  it('never take Escape from closing', () => {
    expect(unbindKey(usual, 'close', 'Escape')).toEqual({});
    expect(bindKey(usual, 'next', 'Escape')).toEqual({});
    const stored = mergeKeys({ close: [], next: ['Escape', 'n'] });
    expect(stored.close).toEqual(['Escape']);
    expect(stored.next).toEqual(['n']);
  });

  it('are reset for one action, with keys that others took', () => {
    const keys = mergeKeys(bindKey(mergeKeys(bindKey(usual, 'bars', 'j')), 'help', 'h'));
    const changes = resetKeys(keys, 'next');
    expect(changes).toEqual({ help: [...USUAL_KEYS.help, 'h'] });
    expect(mergeKeys(changes).next).toEqual(USUAL_KEYS.next);
  });

  it('keep at most eight keys of an action, the newest', () => {
    let keys = usual;
    for (const key of 'abcehnpqx') keys = mergeKeys(bindKey(keys, 'goTo', key));
    expect(keys.goTo).toEqual('bcehnpqx'.split(''));
  });

  it('win over a usual key of a later release', () => {
    const keys = mergeKeys({ bars: ['o'] });
    expect(findOwner(keys, 'o')).toBe('bars');
    expect(keys.shiftSpread).toEqual([]);
  });

  it('ignore what is not a list of keys of a known action', () => {
    expect(parseKeyChanges({ next: ['n', 1], bars: 'b', dance: ['d'] })).toEqual({ next: ['n'] });
    for (const stored of [undefined, null, 'next', []]) expect(parseKeyChanges(stored)).toEqual({});
  });
});
