import { randomUUIDv7 } from 'node:crypto';

const COUNTS = 0x1000;

/** What follows a time within the version 7 UUIDs, in their spelling. */
function timeAfter(before: string): string {
  const hex = (Number.parseInt(before.replace('-', ''), 16) + 1).toString(16).padStart(12, '0');
  return `${hex.slice(0, 8)}-${hex.slice(8)}`;
}

/**
 * Makes version 7 UUIDs of others, each of which sorts after every earlier one.
 * @param random gives one of the present, in no order within a millisecond
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
 * A version 7 UUID (RFC 9562) that sorts after every earlier one of this process, so that rows ordered by it are in the order
 * in which they were made. Node's own are in no order within a millisecond: here the twelve bits after the time count
 * instead (section 6.2, method 1), also while the clock is set back, and 62 bits are random.
 */
export const newId = orderedIds(randomUUIDv7);
