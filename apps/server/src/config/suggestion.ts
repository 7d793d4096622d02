/** The edit distance. */
function editDistance(left: string, right: string): number {
  let row = Array.from({ length: right.length + 1 }, (_, index) => index);
  for (let i = 1; i <= left.length; i += 1) {
    const next = [i];
    for (let j = 1; j <= right.length; j += 1) {
      const swap = (row[j - 1] ?? 0) + (left[i - 1] === right[j - 1] ? 0 : 1);
      next.push(Math.min(swap, (row[j] ?? 0) + 1, (next[j - 1] ?? 0) + 1));
    }
    row = next;
  }
  return row[right.length] ?? 0;
}

/** The most similar candidate; undefined when none is similar. */
function nearest(text: string, candidates: readonly string[]): string | undefined {
  const ranked = candidates
    .map((candidate) => ({ candidate, distance: editDistance(text.toLowerCase(), candidate.toLowerCase()) }))
    .sort((left, right) => left.distance - right.distance);
  const [best] = ranked;
  return best !== undefined && best.distance <= Math.max(2, text.length / 3) ? best.candidate : undefined;
}

/** A hint for the end of a message; empty when no candidate is similar. */
export function suggestion(text: string, candidates: readonly string[]): string {
  const near = nearest(text, candidates);
  return near === undefined ? '' : `; did you mean ${near}?`;
}
