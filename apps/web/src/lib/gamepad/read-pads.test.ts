import { describe, expect, it } from 'vitest';
import { type HeldButtons, type Pad, readPads } from './read-pads.ts';

const NONE: HeldButtons = new Map();

function pad(down: readonly number[], axes: readonly number[] = [0, 0, 0, 0]): Pad {
  return { buttons: Array.from({ length: 17 }, (_, index) => ({ pressed: down.includes(index) })), axes };
}

/** Keys of all presses while a gamepad is polled every 10 ms. */
function poll(states: readonly Pad[], durationMs: number): readonly string[] {
  let held = NONE;
  const keys: string[] = [];
  for (let nowMs = 0; nowMs <= durationMs; nowMs += 10) {
    const [next, presses] = readPads(held, states, nowMs);
    held = next;
    keys.push(...presses.map(({ key, isRepeat }) => (isRepeat ? `${key} again` : key)));
  }
  return keys;
}

describe('buttons of a gamepad', () => {
  it('are named as in the standard layout, others by their number', () => {
    expect(poll([pad([0])], 0)).toEqual(['Pad:A']);
    expect(poll([pad([4, 7, 14])], 0)).toEqual(['Pad:LB', 'Pad:RT', 'Pad:Left']);
    const odd = { buttons: Array.from({ length: 20 }, (_, index) => ({ pressed: index === 18 })), axes: [] };
    expect(poll([odd], 0)).toEqual(['Pad:18']);
  });

  it('are pressed once while they are held', () => {
    expect(poll([pad([0])], 2000)).toEqual(['Pad:A']);
  });

  it('are pressed again after they were released', () => {
    const [first] = readPads(NONE, [pad([0])], 0);
    const [released, nothing] = readPads(first, [pad([])], 10);
    expect(nothing).toEqual([]);
    expect(readPads(released, [pad([0])], 20)[1]).toEqual([{ key: 'Pad:A', isRepeat: false }]);
  });

  it('repeat directions, after a longer pause at first', () => {
    expect(poll([pad([15])], 440)).toEqual(['Pad:Right']);
    expect(poll([pad([15])], 720)).toEqual(['Pad:Right', 'Pad:Right again', 'Pad:Right again', 'Pad:Right again']);
  });

  it('have no presses without a gamepad', () => {
    expect(poll([], 100)).toEqual([]);
  });
});

describe('a stick', () => {
  it.each([
    [[-0.9, 0.2, 0, 0], ['Pad:Left']],
    [[0.2, 0.7, 0, 0], ['Pad:Down']],
    [[0, 0, 0, -1], ['Pad:Up']],
    [[0.5, 0.5, 0, 0], []],
  ])('at %o is %o', (axes, keys) => {
    expect(poll([pad([], axes)], 0)).toEqual(keys);
  });
});
