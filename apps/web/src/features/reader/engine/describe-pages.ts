/** "Page 12 of 205", as it is said. */
export function sayPages(pages: readonly number[], pageCount: number): string {
  const [first, second] = [...pages].sort((a, b) => a - b);
  if (first === undefined) return '';
  return second === undefined ? `Page ${first} of ${pageCount}` : `Pages ${first} and ${second} of ${pageCount}`;
}

/** "12 / 205", as it stands in the bar. */
export function showPages(pages: readonly number[], pageCount: number): string {
  return `${[...pages].sort((a, b) => a - b).join('–')} / ${pageCount}`;
}
