const FLAGS = /^\(\?([a-z]+)\)/;
const KNOWN_FLAGS = /^[imsu]*$/;

/**
 * A pattern of a library's settings as a regular expression. Patterns are written in the common linear-time dialect: named
 * groups `(?P<name>…)` and flags in front, `(?i)`, are translated.
 * @returns undefined when it is no pattern
 */
export function compilePattern(pattern: string): RegExp | undefined {
  const inline = FLAGS.exec(pattern)?.[1] ?? '';
  if (!KNOWN_FLAGS.test(inline)) return undefined;
  const body = pattern.replace(FLAGS, '').replaceAll('(?P<', '(?<');
  const flags = ['i', 'm', 's'].filter((flag) => inline.includes(flag)).join('');
  for (const accepted of [`${flags}u`, flags]) {
    try {
      return new RegExp(body, accepted);
    } catch (error) {
      if (!(error instanceof SyntaxError)) throw error;
      // Escapes that mean nothing are an error only with the flag `u`: the second try forgives them.
    }
  }
  return undefined;
}
