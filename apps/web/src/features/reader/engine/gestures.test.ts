import { describe, expect, it } from 'vitest';
import { type Gesture, isTurn, NO_GESTURE, type PointerSample, readGesture } from './gestures.ts';

type Event = readonly [PointerSample['kind'], number, number, number, number?];

function play(events: readonly Event[]): Gesture[] {
  let state = NO_GESTURE;
  const seen: Gesture[] = [];
  for (const [kind, x, y, timeMs, id = 1] of events) {
    const [next, gestures] = readGesture(state, { kind, id, at: { x, y }, timeMs });
    state = next;
    seen.push(...gestures);
  }
  return seen;
}

const kinds = (events: readonly Event[]) => play(events).map(({ kind }) => kind);

describe('readGesture', () => {
  it('reports a tap as soon as the finger lifts', () => {
    expect(
      play([
        ['down', 10, 10, 0],
        ['move', 12, 11, 20],
        ['up', 12, 11, 60],
      ]),
    ).toEqual([{ kind: 'tap', at: { x: 12, y: 11 } }]);
  });

  it('reports a double tap after the first tap was reported', () => {
    expect(
      kinds([
        ['down', 10, 10, 0],
        ['up', 10, 10, 50],
        ['down', 14, 10, 150],
        ['up', 14, 10, 200],
      ]),
    ).toEqual(['tap', 'doubleTap']);
  });

  it('reports two taps when they are far apart in time or place', () => {
    expect(
      kinds([
        ['down', 10, 10, 0],
        ['up', 10, 10, 50],
        ['down', 10, 10, 500],
        ['up', 10, 10, 550],
      ]),
    ).toEqual(['tap', 'tap']);
    expect(
      kinds([
        ['down', 10, 10, 0],
        ['up', 10, 10, 50],
        ['down', 200, 10, 150],
        ['up', 200, 10, 200],
      ]),
    ).toEqual(['tap', 'tap']);
  });

  it('reports nothing while a finger rests', () => {
    expect(
      kinds([
        ['down', 10, 10, 0],
        ['up', 10, 10, 900],
      ]),
    ).toEqual([]);
  });

  it('follows a drag and reports its final speed', () => {
    const seen = play([
      ['down', 300, 10, 0],
      ['move', 280, 10, 20],
      ['move', 220, 12, 60],
      ['up', 220, 12, 66],
    ]);
    expect(seen.map(({ kind }) => kind)).toEqual(['drag', 'drag', 'release']);
    expect(seen[1]).toEqual({ kind: 'drag', delta: { x: -60, y: 2 }, total: { x: -80, y: 2 } });
    expect(seen[2]).toMatchObject({ total: { x: -80, y: 2 }, velocity: { x: -1.5 } });
  });

  it('reports no speed when the finger rested before lifting', () => {
    expect(
      play([
        ['down', 300, 10, 0],
        ['move', 200, 10, 20],
        ['up', 200, 10, 300],
      ]).at(-1),
    ).toMatchObject({
      velocity: { x: 0, y: 0 },
    });
  });

  it('pinches around the midpoint of two fingers, without a tap', () => {
    const seen = play([
      ['down', 100, 100, 0, 1],
      ['down', 200, 100, 10, 2],
      ['move', 300, 100, 30, 2],
      ['up', 300, 100, 40, 2],
      ['up', 100, 100, 50, 1],
    ]);
    expect(seen).toEqual([
      { kind: 'pinch', factor: 2, centre: { x: 200, y: 100 }, delta: { x: 50, y: 0 } },
      { kind: 'cancel' },
    ]);
  });

  it('cancels a drag when a second finger touches or the browser takes over', () => {
    expect(
      kinds([
        ['down', 0, 0, 0, 1],
        ['move', 50, 0, 10, 1],
        ['down', 90, 0, 20, 2],
      ]),
    ).toEqual(['drag', 'cancel']);
    expect(
      kinds([
        ['down', 0, 0, 0],
        ['move', 50, 0, 10],
        ['cancel', 50, 0, 20],
      ]),
    ).toEqual(['drag', 'cancel']);
  });

  it('ignores pointers without a touch-down', () => {
    expect(
      kinds([
        ['move', 0, 0, 0],
        ['up', 0, 0, 5],
        ['cancel', 0, 0, 6],
      ]),
    ).toEqual([]);
  });
});

describe('isTurn', () => {
  it('accepts a long drag and a short fast one', () => {
    expect(isTurn(-200, 0, 500)).toBe(true);
    expect(isTurn(-40, -0.8, 500)).toBe(true);
    expect(isTurn(-40, -0.1, 500)).toBe(false);
  });

  it('rejects a reversed drag', () => {
    expect(isTurn(-200, 0.5, 500)).toBe(false);
  });
});
