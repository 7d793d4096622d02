import { PREFERENCES } from '@lectern/contract';
import { describe, expect, it } from 'vitest';
import { applyEInk, E_INK, isEInk, pickEInk, undoEInk } from './e-ink.ts';
import { NO_PREFERENCES, withChanges } from './values.ts';

const hold = (values: Readonly<Record<string, string | number>>) => ({ ...NO_PREFERENCES, values });

describe('the E-ink preset', () => {
  it('holds only values that the server accepts', () => {
    for (const [key, value] of Object.entries(E_INK)) {
      expect(new Map(Object.entries(PREFERENCES)).get(key)?.shape.safeParse(value).success, key).toBe(true);
    }
  });

  it('can be undone, whatever was chosen before and changed since', () => {
    const before = hold({ 'ui.theme': 'dark', 'reader.page_contrast': 2, 'reader.text_size': 120 });
    const applied = withChanges(before, applyEInk(before.values), 1);
    expect(applied.values).toMatchObject({ ...E_INK, 'reader.text_size': 120 });
    expect(isEInk(applied.values)).toBe(true);
    expect(applyEInk(applied.values)).toEqual({});
    const changed = withChanges(applied, { 'reader.refresh_pages': 3, 'reader.text_size': 150 }, 2);
    const undone = withChanges(changed, undoEInk(changed.values), 3);
    expect(undone.values).toEqual({ 'ui.theme': 'dark', 'reader.page_contrast': 2, 'reader.text_size': 150 });
  });

  it('is taken along with its changed options, and says default for what the account has not', () => {
    const picked = pickEInk({ ...E_INK, 'reader.refresh_pages': 3, 'reader.text_size': 150 });
    expect(picked).toEqual({ ...E_INK, 'reader.refresh_pages': 3 });
    expect(pickEInk({ 'ui.theme': 'e-ink' })).toMatchObject({ 'ui.theme': 'e-ink', 'reader.page_greys': null });
  });

  it('leaves the defaults when nothing is known of the time before', () => {
    const odd = hold({ ...{ 'ui.theme': 'e-ink', 'reader.background': 'white' }, 'custom.e_ink_before': 'rubbish' });
    expect(withChanges(odd, undoEInk(odd.values), 1).values).toEqual({});
  });
});
