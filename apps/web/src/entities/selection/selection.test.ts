import { describe, expect, it } from 'vitest';
import { allBut, NOTHING, toggled, WHOLE, withMore } from './selection.ts';

describe('a selection', () => {
  it('stays active when its last item is deselected', () => {
    const one = toggled(NOTHING, 'a');
    expect(one).toEqual({ isActive: true, ids: new Set(['a']), isWhole: false });
    expect(toggled(one, 'a')).toEqual({ isActive: true, ids: new Set(), isWhole: false });
  });

  it('holds each item once', () => {
    expect(withMore(toggled(NOTHING, 'a'), ['a', 'b']).ids).toEqual(new Set(['a', 'b']));
  });

  it('is no longer whole when one item is deselected', () => {
    expect(WHOLE.isWhole).toBe(true);
    expect(allBut(['a', 'b', 'c'], 'b')).toEqual({ isActive: true, ids: new Set(['a', 'c']), isWhole: false });
  });
});
