/** A property of an unvalidated value; undefined unless it is an object with that property. */
export function memberOf(value: unknown, key: string): unknown {
  if (typeof value !== 'object' || value === null) return undefined;
  return Object.entries(value).find(([name]) => name === key)?.[1];
}

/** A property that is a finite number. */
export function numberOf(value: unknown, key: string): number | undefined {
  const found = memberOf(value, key);
  return typeof found === 'number' && Number.isFinite(found) ? found : undefined;
}
