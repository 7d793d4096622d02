import type { EventFrame } from '#events/bus.ts';

const texts = new WeakMap<EventFrame, string>();

function textOf(frame: EventFrame): string {
  const known = texts.get(frame);
  if (known !== undefined) return known;
  const text = `event: ${frame.name}\nid: ${frame.id}\ndata: ${frame.json}\n\n`;
  texts.set(frame, text);
  return text;
}

function isSame(one: readonly EventFrame[], other: readonly EventFrame[]): boolean {
  return one.length === other.length && one.every((frame, index) => frame === other[index]);
}

/**
 * Makes the bytes of some frames. A thousand clients ask for the same ones after each other: they share one buffer.
 * @returns a function that remembers its last answer
 */
export function createFrameBytes(): (frames: readonly EventFrame[]) => Buffer {
  let last: { readonly frames: readonly EventFrame[]; readonly bytes: Buffer } | undefined;
  return (frames) => {
    if (last !== undefined && isSame(last.frames, frames)) return last.bytes;
    const bytes = Buffer.from(frames.map(textOf).join(''));
    last = { frames, bytes };
    return bytes;
  };
}
