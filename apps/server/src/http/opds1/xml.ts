/** Characters that XML 1.0 allows nowhere, not even escaped. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: these are what is looked for
const FORBIDDEN = /[\u0000-\u0008\u000b\u000c\u000e-\u001f\ufffe\uffff]/g;

const ENTITIES: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
};

/** Whatever is not the same outside of markup; half characters among it. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: these are what is looked for
const SPECIAL = /[&<>"'\u0000-\u0008\u000b\u000c\u000e-\u001f\ufffe\uffff\ud800-\udfff]/;

/** Text as it may stand between tags and in attributes. */
export function escapeXml(text: string): string {
  // Most of a catalog is addresses and plain words.
  if (!SPECIAL.test(text)) return text;
  return text
    .toWellFormed()
    .replace(FORBIDDEN, '\ufffd')
    .replace(/[&<>"']/g, (character) => ENTITIES[character] ?? character);
}

/** An element with text inside; the text is escaped. */
export function element(name: string, text: string): string {
  return `<${name}>${escapeXml(text)}</${name}>`;
}

/** An element without content. Attributes without a value are left out; the order stays. */
export function emptyElement(name: string, attributes: Readonly<Record<string, string | number | undefined>>): string {
  let text = `<${name}`;
  for (const key of Object.keys(attributes)) {
    const value = attributes[key];
    if (value !== undefined) text += ` ${key}="${typeof value === 'number' ? String(value) : escapeXml(value)}"`;
  }
  return `${text}/>`;
}
