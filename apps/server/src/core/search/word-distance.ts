/** Letters from which one mistake is forgiven, and from which two. */
const FORGIVE_ONE = 4;
const FORGIVE_TWO = 8;

/** How many mistakes are forgiven in a word. */
export function allowedMistakes(word: string): number {
  const { length } = Array.from(word);
  if (length >= FORGIVE_TWO) return 2;
  return length >= FORGIVE_ONE ? 1 : 0;
}

/**
 * Mistakes between two words: letters too many, missing, other, or two neighbours swapped (optimal string alignment).
 * @param most beyond it the exact number does not matter
 * @returns the number, or one that is greater than `most`
 */
export function wordDistance(one: string, other: string, most: number): number {
  const [a, b] = [Array.from(one), Array.from(other)];
  if (Math.abs(a.length - b.length) > most) return most + 1;
  let before: number[] = [];
  let last = Array.from({ length: b.length + 1 }, (_, index) => index);
  for (let row = 1; row <= a.length; row += 1) {
    const next = [row];
    for (let column = 1; column <= b.length; column += 1) {
      const same = a[row - 1] === b[column - 1] ? 0 : 1;
      const at = (line: readonly number[], index: number): number => line[index] ?? Infinity;
      let least = Math.min(at(last, column) + 1, at(next, column - 1) + 1, at(last, column - 1) + same);
      const isSwapped = a[row - 1] === b[column - 2] && a[row - 2] === b[column - 1];
      if (isSwapped) least = Math.min(least, at(before, column - 2) + 1);
      next.push(least);
    }
    if (Math.min(...next) > most) return most + 1;
    [before, last] = [last, next];
  }
  return last[b.length] ?? most + 1;
}
