import { describe, expect, it } from 'vitest';
import { readWheel, WHEEL_AT_REST } from './wheel-turns.ts';

function turns(events: readonly (readonly [number, number])[]) {
  let state = WHEEL_AT_REST;
  return events.map(([delta, nowMs]) => {
    const [next, turn] = readWheel(state, delta, nowMs);
    state = next;
    return turn;
  });
}

describe('readWheel', () => {
  it('turns once per notch', () => {
    expect(
      turns([
        [100, 1000],
        [100, 1500],
        [-100, 2000],
      ]),
    ).toEqual(['next', 'next', 'previous']);
  });

  it('adds up small steps', () => {
    expect(
      turns([
        [25, 1000],
        [25, 1050],
        [25, 1100],
      ]),
    ).toEqual([undefined, undefined, 'next']);
  });

  it('treats a long swipe as one turn', () => {
    const swing = Array.from({ length: 12 }, (_, index) => [80, 1000 + index * 20] as const);
    expect(turns(swing).filter((turn) => turn !== undefined)).toEqual(['next']);
  });

  it('drops movement that was too small', () => {
    expect(
      turns([
        [40, 1000],
        [40, 2000],
        [-40, 2050],
      ]),
    ).toEqual([undefined, undefined, undefined]);
  });
});
