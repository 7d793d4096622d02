import { describe, expect, it } from 'vitest';
import { findAction, isKeyTaken, type KeyPress, USUAL_KEYS } from './key-map.ts';

const press = (key: string, more: Partial<KeyPress> = {}): KeyPress => ({
  key,
  ctrlKey: false,
  altKey: false,
  shiftKey: false,
  metaKey: false,
  ...more,
});
const rules = { keys: USUAL_KEYS, characterKeys: true };

describe('the action of a key press', () => {
  it.each([
    [press('ArrowLeft'), 'left'],
    [press(' '), 'advance'],
    [press(' ', { shiftKey: true }), 'retreat'],
    [press('PageDown'), 'next'],
    [press('?', { shiftKey: true }), 'help'],
    [press('+', { shiftKey: true }), 'zoomIn'],
    [press('F'), 'fullScreen'],
    [press('Escape'), 'close'],
    [press(']'), 'nextBook'],
  ] as const)('is known for %o', (event, action) => {
    expect(findAction(event, rules)).toBe(action);
  });

  it('is undefined for shortcuts of the browser', () => {
    expect(findAction(press('f', { ctrlKey: true }), rules)).toBeUndefined();
    expect(findAction(press('r', { metaKey: true }), rules)).toBeUndefined();
    expect(findAction(press('ArrowLeft', { altKey: true }), rules)).toBeUndefined();
    expect(findAction(press('F', { shiftKey: true }), rules)).toBeUndefined();
    expect(findAction(press('x'), rules)).toBeUndefined();
  });

  it('follows changed bindings', () => {
    const keys = { ...USUAL_KEYS, next: ['n', 'Ctrl+ArrowDown'] };
    expect(findAction(press('n'), { keys, characterKeys: true })).toBe('next');
    expect(findAction(press('ArrowDown', { ctrlKey: true }), { keys, characterKeys: true })).toBe('next');
    expect(findAction(press('PageDown'), { keys, characterKeys: true })).toBeUndefined();
  });

  it('is found by the place of a letter on a keyboard without Latin letters', () => {
    expect(findAction(press('о', { code: 'KeyJ' }), rules)).toBe('next');
    expect(findAction(press('q', { code: 'KeyA' }), rules)).toBeUndefined();
    expect(findAction(press('о', { code: 'KeyJ' }), { ...rules, characterKeys: false })).toBeUndefined();
  });

  it('is found for a button of a remote that has a code only', () => {
    const keys = { ...USUAL_KEYS, next: ['Code:183', 'Code:BrowserSearch'] };
    expect(findAction(press('Unidentified', { code: '', keyCode: 183 }), { ...rules, keys })).toBe('next');
    expect(findAction(press('Unidentified', { code: 'BrowserSearch' }), { ...rules, keys })).toBe('next');
  });

  it('ignores single characters when they are disabled', () => {
    const quiet = { keys: USUAL_KEYS, characterKeys: false };
    expect(findAction(press('f'), quiet)).toBeUndefined();
    expect(findAction(press('ArrowRight'), quiet)).toBe('right');
    expect(findAction(press(' '), quiet)).toBe('advance');
  });

  it('is unique for each key', () => {
    const names = Object.values(USUAL_KEYS).flat();
    expect(new Set(names).size).toBe(names.length);
  });
});

describe('isKeyTaken', () => {
  const input = (kind: string) => ({ tag: 'input', kind, editable: false });

  it('leaves every key except Escape to a text field', () => {
    expect(isKeyTaken('j', input('text'))).toBe(true);
    expect(isKeyTaken('ArrowLeft', input('number'))).toBe(true);
    expect(isKeyTaken('Escape', input('text'))).toBe(false);
    expect(isKeyTaken('j', { tag: 'div', kind: '', editable: true })).toBe(true);
  });

  it('leaves a slider and a button their own keys', () => {
    expect(isKeyTaken('ArrowLeft', input('range'))).toBe(true);
    expect(isKeyTaken('f', input('range'))).toBe(false);
    expect(isKeyTaken(' ', { tag: 'button', kind: '', editable: false })).toBe(true);
    expect(isKeyTaken('ArrowRight', { tag: 'button', kind: '', editable: false })).toBe(false);
    expect(isKeyTaken('b', { tag: 'select', kind: '', editable: false })).toBe(true);
  });

  it('leaves no key to the page itself', () => {
    expect(isKeyTaken(' ', { tag: 'body', kind: '', editable: false })).toBe(false);
  });
});
