import { randomUUIDv7 } from 'node:crypto';

const COUNTS = 0x1000;

/** The next time, in the spelling of version 7 UUIDs. */
function timeAfter(before: string): string {
  const hex = (Number.parseInt(before.replace('-', ''), 16) + 1).toString(16).padStart(12, '0');
  return `${hex.slice(0, 8)}-${hex.slice(8)}`;
}

/**
 * Turns version 7 UUIDs into ones that each sort after the earlier ones.
 * @param random makes UUIDs of the current time, unordered within a millisecond
 */
export function orderedIds(random: () => string): () => string {
  let time = '';
  let count = 0;
  return () => {
    const id = random();
    const now = id.slice(0, 13);
    if (now > time) {
      time = now;
      count = 0;
    } else {
      count += 1;
      if (count === COUNTS) {
        time = timeAfter(time);
        count = 0;
      }
    }
    return `${time}-7${count.toString(16).padStart(3, '0')}${id.slice(18)}`;
  };
}

/**
 * A version 7 UUID (RFC 9562) that sorts after every earlier one of this process. Node's own are unordered within a
 * millisecond; here the twelve bits after the time are a counter (section 6.2, method 1), which also covers a clock
 * that is set back. 62 bits are random.
 */
export const newId = orderedIds(randomUUIDv7);
