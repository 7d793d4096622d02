/** What is wrong, by field as the server names it. */
export type Problems = Readonly<Record<string, string>>;

/**
 * What is wrong with the lines of a list, naming each line as the person sees it.
 * @param problems `field.0` is the first line that is not blank
 */
export function lineProblem(problems: Problems, field: string, lines: string): string | undefined {
  const numbers = lines.split('\n').flatMap((line, index) => (line.trim() === '' ? [] : [index + 1]));
  const found = numbers.flatMap((line, index) => {
    const problem = problems[`${field}.${index}`];
    return problem === undefined ? [] : [`Line ${line}: ${problem}`];
  });
  return found.length === 0 ? problems[field] : found.join('. ');
}

/** Whether anything is wrong with one of these fields, or with a part of one. */
export function hasProblem(problems: Problems, ...fields: readonly string[]): boolean {
  return Object.keys(problems).some((path) => fields.some((field) => path === field || path.startsWith(`${field}.`)));
}

/** Problems under other names: those of `from` are now those of `to`. */
export function renamed(problems: Problems, from: string, to: string): Problems {
  return Object.fromEntries(
    Object.entries(problems).map(([path, problem]) => [
      path.startsWith(from) ? to + path.slice(from.length) : path,
      problem,
    ]),
  );
}
