const PLACEHOLDER = /\{(\w{1,64})\}/g;

/**
 * Puts values into `{name}` placeholders: a name without a value gives nothing, braces that are left over go, runs of white
 * space become one.
 */
export function fillTemplate(template: string, values: Readonly<Record<string, string | undefined>>): string {
  const filled = template.replace(
    PLACEHOLDER,
    (_, name: string) => (Object.hasOwn(values, name) ? values[name] : '') ?? '',
  );
  return filled.replace(/[{}]/g, '').replace(/\s+/g, ' ').trim();
}
