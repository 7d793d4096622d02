import { Parser } from 'htmlparser2';
import { BLOCKS } from '../xml/html-text.ts';

/** Elements whose text is no part of a sentence: it is not shown, or stands above the line. */
const SILENT = new Set(['head', 'title', 'script', 'style', 'template', 'rt', 'rp']);

/** A selected text to be found in a document. */
export interface QuotationWanted {
  readonly text: string;
  /** Where it is expected: share of the text before it, 0 to 1. It decides between repetitions. */
  readonly near: number;
}

/** Words as they stand in the document: white space folded, one line per block. */
export interface Quotation {
  readonly text: string;
  /** Share of the text before them, 0 to 1. */
  readonly progression: number;
}

/** How far before the expected place the search begins: readers count white space differently. */
const SLACK = 200;

function localName(name: string): string {
  return name.slice(name.indexOf(':') + 1);
}

/** Text of a sanitised XHTML document, white space folded, one line per block. */
function readFoldedText(document: string): string {
  const parts: string[] = [];
  let silent = 0;
  const breakLine = (name: string): void => {
    if (BLOCKS.has(name)) parts.push('\n');
  };
  const parser = new Parser(
    {
      onopentag: (name) => {
        const local = localName(name);
        if (SILENT.has(local)) silent += 1;
        breakLine(local);
      },
      onclosetag: (name) => {
        const local = localName(name);
        if (SILENT.has(local)) silent -= 1;
        breakLine(local);
      },
      ontext: (text) => {
        if (silent === 0) parts.push(text.replace(/[ \t\r\n\f]+/g, ' '));
      },
    },
    { xmlMode: true },
  );
  parser.end(document);
  return parts.join('').replace(/[ \n]+/g, (space) => (space.includes('\n') ? '\n' : ' '));
}

function squeeze(text: string): string {
  return text.replace(/\s+/g, '');
}

/** Index of the character with `count` characters before it that are no white space. */
function indexAfter(text: string, count: number): number {
  let seen = 0;
  for (const { 0: word, index } of text.matchAll(/\S+/g)) {
    if (seen + word.length > count) return index + count - seen;
    seen += word.length;
  }
  return text.length;
}

/**
 * Finds a selected text in a sanitised document. White space may differ, nothing else.
 * @returns undefined when the words do not stand there in this order
 */
export function findQuotation(bytes: Uint8Array, { text, near }: QuotationWanted): Quotation | undefined {
  const wanted = squeeze(text);
  if (wanted === '' || !wanted.isWellFormed()) return undefined;
  const folded = readFoldedText(new TextDecoder().decode(bytes));
  const squeezed = squeeze(folded);
  const expected = Math.max(0, Math.round(near * squeezed.length) - SLACK);
  const close = squeezed.indexOf(wanted, expected);
  const start = close === -1 ? squeezed.indexOf(wanted) : close;
  if (start === -1) return undefined;
  const end = indexAfter(folded, start + wanted.length - 1) + 1;
  return { text: folded.slice(indexAfter(folded, start), end), progression: start / squeezed.length };
}
