import { describe, expect, it } from 'vitest';
import { type DraggedPage, classifyDrag, turnMeant } from './drag.ts';

const window = { width: 400, height: 800 };
const fitting: DraggedPage = {
  frame: { natural: { width: 400, height: 600 }, window },
  view: { scale: 1, x: 0, y: 100 },
  fitted: 1,
  direction: 'ltr',
};
/** Fitted by width, its top on screen. */
const long: DraggedPage = {
  ...fitting,
  frame: { natural: { width: 400, height: 2000 }, window },
  view: { scale: 1, x: 0, y: 0 },
};

describe('the meaning of a drag', () => {
  it('is a turn along the reading axis', () => {
    expect(classifyDrag({ x: -20, y: 3 }, fitting)).toBe('turn');
    expect(classifyDrag({ x: 2, y: -20 }, { ...fitting, direction: 'ttb' })).toBe('turn');
  });

  it('is leaving when a fitted page is pulled down', () => {
    expect(classifyDrag({ x: 3, y: 20 }, fitting)).toBe('leave');
    expect(classifyDrag({ x: 3, y: -20 }, fitting)).toBe('pan');
  });

  it('is a pan on an overflowing page, and never leaving', () => {
    expect(classifyDrag({ x: 3, y: -20 }, long)).toBe('pan');
    expect(classifyDrag({ x: 3, y: 20 }, long)).toBe('pan');
    expect(classifyDrag({ x: -20, y: 3 }, long)).toBe('turn');
  });

  it('is always a pan while zoomed in', () => {
    expect(classifyDrag({ x: -20, y: 0 }, { ...fitting, view: { scale: 2, x: -400, y: 0 } })).toBe('pan');
  });
});

describe('turnMeant', () => {
  const still = { x: 0, y: 0 };

  it('follows the direction of the drag', () => {
    expect(turnMeant({ x: -200, y: 0 }, still, { direction: 'ltr', window })).toBe('next');
    expect(turnMeant({ x: -200, y: 0 }, still, { direction: 'rtl', window })).toBe('previous');
    expect(turnMeant({ x: 0, y: -400 }, still, { direction: 'ttb', window })).toBe('next');
  });

  it('is no turn after a short slow drag', () => {
    expect(turnMeant({ x: -50, y: 0 }, still, { direction: 'ltr', window })).toBeUndefined();
  });
});
