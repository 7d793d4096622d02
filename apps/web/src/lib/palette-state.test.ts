import { describe, expect, it } from 'vitest';
import { isPaletteKey } from './palette-state.ts';

const NONE = { ctrlKey: false, metaKey: false, altKey: false, shiftKey: false };

describe('the keys of the palette', () => {
  it.each([
    ['k', 'KeyK'],
    ['K', 'KeyK'],
    ['л', 'KeyK'],
    // Dvorak has its k elsewhere
    ['k', 'KeyV'],
  ])('are Ctrl or Cmd with %s on %s', (key, code) => {
    expect(isPaletteKey({ ...NONE, key, code, ctrlKey: true })).toBe(true);
    expect(isPaletteKey({ ...NONE, key, code, metaKey: true })).toBe(true);
  });

  it('are no others', () => {
    const press = { ...NONE, key: 'k', code: 'KeyK' };
    expect(isPaletteKey(press)).toBe(false);
    expect(isPaletteKey({ ...press, ctrlKey: true, shiftKey: true })).toBe(false);
    expect(isPaletteKey({ ...press, ctrlKey: true, altKey: true })).toBe(false);
    expect(isPaletteKey({ ...press, ctrlKey: true, metaKey: true })).toBe(false);
    expect(isPaletteKey({ ...press, key: 't', ctrlKey: true })).toBe(false);
    expect(isPaletteKey({ ...press, key: 'Unidentified', code: 'KeyL', ctrlKey: true })).toBe(false);
  });
});
