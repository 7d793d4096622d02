/** The environment of the process; the only place that looks at it. Variables set to nothing count as unset. */
export function readEnvironment(): Readonly<Record<string, string>> {
  const entries = Object.entries(process.env).filter(
    (entry): entry is [string, string] => entry[1] !== undefined && entry[1] !== '',
  );
  return Object.fromEntries(entries);
}
