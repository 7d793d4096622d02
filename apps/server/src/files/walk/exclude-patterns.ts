import { expandBraces, matches, tokenize } from './glob.ts';

/**
 * Compiles the excluded patterns of a library: one case-insensitive glob a line, tried against the name and the path
 * below the root. A matching folder is excluded with its content. `*` crosses folders. An invalid line is skipped.
 * @param lines as stored, null for none
 */
export function compileExcludePatterns(lines: string | null): (name: string, path: string) => boolean {
  const patterns = (lines ?? '')
    .toLowerCase()
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => line !== '')
    .flatMap((line) => (line.includes('/') || line.startsWith('**') ? [line] : [line, `**/${line}`]))
    .flatMap((line) => expandBraces(line) ?? [])
    .map((line) => tokenize(line.startsWith('/') ? line.slice(1) : line))
    .filter((tokens) => tokens !== undefined);
  if (patterns.length === 0) return () => false;
  return (name, path) => {
    const lowerName = name.toLowerCase();
    const lowerPath = path.toLowerCase();
    return patterns.some((tokens) => matches(tokens, lowerName) || matches(tokens, lowerPath));
  };
}

/** The first invalid line, for the error message. */
export function findBadPattern(lines: string): string | undefined {
  return lines
    .split('\n')
    .map((line) => line.trim())
    .find((line) => line !== '' && (expandBraces(line) ?? ['[']).some((glob) => tokenize(glob) === undefined));
}
