import type { Turn } from './direction.ts';

/** Wheel movement since the last turn; immutable. */
export interface WheelState {
  readonly sum: number;
  readonly atMs: number;
  /** No turn before this time, so that one long swipe on a touch pad turns once. */
  readonly quietUntilMs: number;
}

export const WHEEL_AT_REST: WheelState = { sum: 0, atMs: 0, quietUntilMs: 0 };

const ENOUGH = 60;
const PAUSE_MS = 300;

/** Adds a wheel event of `delta` pixels that could not scroll; reports a turn when due. */
export function readWheel(state: WheelState, delta: number, nowMs: number): readonly [WheelState, Turn | undefined] {
  const isOn = nowMs - state.atMs < PAUSE_MS && Math.sign(delta) === Math.sign(state.sum);
  const sum = (isOn ? state.sum : 0) + delta;
  if (nowMs < state.quietUntilMs || Math.abs(sum) < ENOUGH) return [{ ...state, sum, atMs: nowMs }, undefined];
  return [{ sum: 0, atMs: nowMs, quietUntilMs: nowMs + PAUSE_MS }, sum > 0 ? 'next' : 'previous'];
}
