/** A property of an unvalidated value; undefined unless it is an object with that property. */
export function findMember(value: unknown, key: string): unknown {
  if (typeof value !== 'object' || value === null) return undefined;
  return Object.entries(value).find(([name]) => name === key)?.[1];
}

/** A property that is a finite number. */
export function findNumber(value: unknown, key: string): number | undefined {
  const found = findMember(value, key);
  return typeof found === 'number' && Number.isFinite(found) ? found : undefined;
}
