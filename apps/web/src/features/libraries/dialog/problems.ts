import { t } from '@lingui/core/macro';

/** Errors by API field name. */
export type Problems = Readonly<Record<string, string>>;

/**
 * Error of a list field; names lines by their position on screen.
 * @param problems `field.0` is the first line that is not blank
 */
export function lineProblem(problems: Problems, field: string, lines: string): string | undefined {
  const numbers = lines.split('\n').flatMap((line, index) => (line.trim() === '' ? [] : [index + 1]));
  const found = numbers.flatMap((line, index) => {
    const problem = problems[`${field}.${index}`];
    return problem === undefined ? [] : [t`Line ${line}: ${problem}`];
  });
  return found.length === 0 ? problems[field] : found.join(' · ');
}

/** Whether one of the fields, or a part of one, has an error. */
export function hasProblem(problems: Problems, ...fields: readonly string[]): boolean {
  return Object.keys(problems).some((path) => fields.some((field) => path === field || path.startsWith(`${field}.`)));
}

/** Renames error keys from `from` to `to`. */
export function renamed(problems: Problems, from: string, to: string): Problems {
  return Object.fromEntries(
    Object.entries(problems).map(([path, problem]) => [
      path.startsWith(from) ? to + path.slice(from.length) : path,
      problem,
    ]),
  );
}
