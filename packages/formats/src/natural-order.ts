/**
 * Natural order: digits by number, letters ignoring case, a folder before names that continue its name (`a/2` before `a
 * b/1`). Names that differ in case or leading zeros have a fixed order.
 */
export function compareNatural(a: string, b: string): number {
  return compareKeyed({ name: a, key: naturalKey(a) }, { name: b, key: naturalKey(b) });
}

/** Sorts by name in natural order; equal names keep their order. */
export function sortNaturally<T>(items: readonly T[], nameOf: (item: T) => string): readonly T[] {
  return items
    .map((item) => ({ item, name: nameOf(item), key: naturalKey(nameOf(item)) }))
    .toSorted(compareKeyed)
    .map(({ item }) => item);
}

interface Keyed {
  readonly name: string;
  readonly key: string;
}

function compareKeyed(a: Keyed, b: Keyed): number {
  const order = compareKeys(a.key, b.key);
  return order === 0 ? compareText(a.name, b.name) : order;
}

function naturalKey(name: string): string {
  // The separator sorts before every other character.
  return name.normalize('NFC').toLowerCase().replaceAll('/', '\0');
}

function compareText(a: string, b: string): number {
  return a < b ? -1 : a > b ? 1 : 0;
}

function compareKeys(a: string, b: string): number {
  let i = 0;
  let j = 0;
  while (i < a.length && j < b.length) {
    if (isDigit(a, i) && isDigit(b, j)) {
      const [endA, endB] = [digitsEnd(a, i), digitsEnd(b, j)];
      const order = compareNumbers(a.slice(i, endA), b.slice(j, endB));
      if (order !== 0) return order;
      [i, j] = [endA, endB];
    } else {
      const order = a.charCodeAt(i) - b.charCodeAt(j);
      if (order !== 0) return order;
      i += 1;
      j += 1;
    }
  }
  return a.length - i - (b.length - j);
}

function isDigit(text: string, at: number): boolean {
  const code = text.charCodeAt(at);
  return code >= 48 && code <= 57;
}

function digitsEnd(text: string, start: number): number {
  let end = start;
  while (end < text.length && isDigit(text, end)) end += 1;
  return end;
}

/** Compares numbers of any length: without leading zeros, the longer is larger. */
function compareNumbers(a: string, b: string): number {
  const [plainA, plainB] = [a.replace(/^0+/u, ''), b.replace(/^0+/u, '')];
  return plainA.length === plainB.length ? compareText(plainA, plainB) : plainA.length - plainB.length;
}
