/** The relevant part of a Gamepad. */
export interface Pad {
  readonly buttons: readonly { readonly pressed: boolean }[];
  readonly axes: readonly number[];
}

/** Buttons held down, by name: when each is next repeated, in the time of the caller. */
export type HeldButtons = ReadonlyMap<string, number>;

/** A button that went down, or is still held. */
export interface PadPress {
  /** Name in a key map, such as `Pad:A`. */
  readonly key: string;
  readonly isRepeat: boolean;
}

/** Buttons of the standard layout, in its order. */
const BUTTONS = 'A B X Y LB RB LT RT Back Start L3 R3 Up Down Left Right Home'.split(' ');
const DIRECTIONS = new Set(['Up', 'Down', 'Left', 'Right']);

/** A stick moved this far, of 1, is a press of a direction. */
const STICK = 0.6;
const FIRST_REPEAT_MS = 450;
const REPEAT_MS = 130;

function listSticks(axes: readonly number[]): string[] {
  return [0, 2].flatMap((at) => {
    const [x, y] = [axes[at] ?? 0, axes[at + 1] ?? 0];
    if (Math.max(Math.abs(x), Math.abs(y)) < STICK) return [];
    if (Math.abs(x) > Math.abs(y)) return x < 0 ? ['Left'] : ['Right'];
    return y < 0 ? ['Up'] : ['Down'];
  });
}

function listDown(pads: readonly Pad[]): ReadonlySet<string> {
  return new Set(
    pads.flatMap(({ buttons, axes }) => [
      ...buttons.flatMap(({ pressed }, index) => (pressed ? [BUTTONS[index] ?? String(index)] : [])),
      ...listSticks(axes),
    ]),
  );
}

/**
 * Presses since the last call. Directions are repeated while they are held, sticks like the directional pad.
 * @param nowMs of any clock that only advances
 */
export function readPads(
  held: HeldButtons,
  pads: readonly Pad[],
  nowMs: number,
): readonly [HeldButtons, readonly PadPress[]] {
  const next = new Map<string, number>();
  const presses: PadPress[] = [];
  for (const name of listDown(pads)) {
    const repeatAt = held.get(name);
    const isDue = repeatAt === undefined || (DIRECTIONS.has(name) && nowMs >= repeatAt);
    if (isDue) presses.push({ key: `Pad:${name}`, isRepeat: repeatAt !== undefined });
    if (repeatAt === undefined) next.set(name, nowMs + FIRST_REPEAT_MS);
    else next.set(name, isDue ? nowMs + REPEAT_MS : repeatAt);
  }
  return [next, presses];
}
