import { Parser } from 'htmlparser2';

/** Elements that start a new line in plain text. */
export const BLOCKS: ReadonlySet<string> = new Set(
  'p div br li ul ol dl dt dd tr table blockquote h1 h2 h3 h4 h5 h6 section article header footer hr pre'.split(' '),
);
const SILENT = new Set(['script', 'style', 'template', 'noscript', 'title']);

/**
 * Plain text of an HTML fragment: no tags, references decoded, one line per block, at most one empty line in a row.
 * Text without markup is only trimmed.
 */
export function htmlToText(html: string): string {
  if (!hasMarkup(html)) return tidyLines(html);
  // White space has no meaning in HTML, unless no block element makes the lines.
  const hasBlocks = /<\/?(?:p|div|br|li|h[1-6]|tr|blockquote|section|pre|dt|dd)\b/i.test(html);
  const parts: string[] = [];
  let silent = 0;
  const breakLine = (name: string): void => {
    if (name === 'br' || (BLOCKS.has(name) && parts.at(-1) !== '\n')) parts.push('\n');
  };
  const parser = new Parser({
    onopentag: (name) => {
      if (SILENT.has(name)) silent += 1;
      breakLine(name);
    },
    onclosetag: (name) => {
      if (SILENT.has(name)) silent -= 1;
      if (name !== 'br' && name !== 'hr') breakLine(name);
      if (name === 'p') parts.push('\n');
    },
    ontext: (text) => {
      const shown = hasBlocks ? text.replace(/\s+/g, ' ') : text;
      // White space between blocks would hide that a line has just started.
      if (silent === 0 && !(shown === ' ' && parts.at(-1) === '\n')) parts.push(shown);
    },
  });
  parser.end(html);
  return tidyLines(parts.join(''));
}

/** Whether the text has a tag or a reference. Linear for any text. */
function hasMarkup(text: string): boolean {
  const start = text.search(/<[/a-z!]/i);
  return (start !== -1 && text.indexOf('>', start) !== -1) || /&(?:#\w{1,8}|[a-z]\w{0,31});/i.test(text);
}

function tidyLines(text: string): string {
  return text
    .split(/\r\n|\r|\n/)
    .map((line) => line.replace(/[^\S\n]+/g, ' ').trim())
    .join('\n')
    .replace(/\n{3,}/g, '\n\n')
    .trim();
}
