import { afterEach, describe, expect, it, vi } from 'vitest';
import { pollPads } from './poll-pads.ts';

afterEach(() => vi.unstubAllGlobals());

/** A page with one gamepad, whose frames are drawn by hand. */
function stubPage() {
  const frames: ((nowMs: number) => void)[] = [];
  const state = { down: false, isConnected: true, hasFocus: true };
  const keys: string[] = [];
  const target = { dispatchEvent: ({ key }: { readonly key: string }) => void keys.push(key) };
  const pad = () => ({ buttons: [{ pressed: state.down }], axes: [] });
  vi.stubGlobal('navigator', { getGamepads: () => [null, state.isConnected ? pad() : null] });
  vi.stubGlobal('requestAnimationFrame', (frame: (nowMs: number) => void) => frames.push(frame));
  vi.stubGlobal('document', { activeElement: target, hasFocus: () => state.hasFocus });
  vi.stubGlobal(
    'KeyboardEvent',
    class {
      readonly key: string;
      constructor(_type: string, { key }: { readonly key: string }) {
        this.key = key;
      }
    },
  );
  let nowMs = 0;
  const draw = () => {
    nowMs += 16;
    frames.shift()?.(nowMs);
  };
  return { state, keys, frames, draw };
}

describe('polling of gamepads', () => {
  it('gives presses to the focused element, once a frame, until the gamepad is gone', () => {
    const { state, keys, frames, draw } = stubPage();
    pollPads();
    // a second gamepad starts no second loop
    pollPads();
    expect(frames).toHaveLength(1);
    state.down = true;
    draw();
    draw();
    expect(keys).toEqual(['Pad:A']);
    state.isConnected = false;
    draw();
    expect(frames).toHaveLength(0);
    state.isConnected = true;
    pollPads();
    draw();
    expect(keys).toEqual(['Pad:A', 'Pad:A']);
    state.isConnected = false;
    draw();
  });

  it('ignores presses meant for another window', () => {
    const { state, keys, draw } = stubPage();
    Object.assign(state, { down: true, hasFocus: false });
    pollPads();
    draw();
    state.hasFocus = true;
    draw();
    expect(keys).toEqual([]);
    state.isConnected = false;
    draw();
  });
});
