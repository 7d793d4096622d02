import type { TextMap } from './text-map.ts';

/** A selected text. */
export interface Passage {
  /** White space folded, one line per block. */
  readonly text: string;
  /** Share of the chapter's text before it, 0 to 1. */
  readonly progression: number;
  /** Whether it begins in the lower half of the window. */
  readonly isLow: boolean;
}

/** Not shown, or above the line of the text, as the pronunciation of characters. */
const SILENT = 'script, style, title, template, rt, rp';
const BLOCKS = 'p, div, li, dt, dd, td, th, caption, h1, h2, h3, h4, h5, h6, blockquote, pre, figure, section, body';

/** Joins texts of a chapter. A line break is `\n`; white space inside the texts is folded. */
export function foldTexts(texts: readonly string[]): string {
  return texts
    .map((text) => (text === '\n' ? text : text.replace(/\s+/g, ' ')))
    .join('')
    .replace(/[ \n]+/g, (space) => (space.includes('\n') ? '\n' : ' '))
    .trim();
}

function* listTexts(range: Range): Generator<Text | 'break'> {
  const { commonAncestorContainer: common } = range;
  const root = common.nodeType === Node.TEXT_NODE ? common.parentNode : common;
  if (root === null) return;
  const walker = document.createTreeWalker(root, NodeFilter.SHOW_TEXT | NodeFilter.SHOW_ELEMENT);
  let block: Element | null | undefined;
  for (let node = walker.nextNode(); node !== null; node = walker.nextNode()) {
    if (!range.intersectsNode(node)) continue;
    if (node.nodeName.toLowerCase() === 'br') yield 'break';
    if (node.nodeType !== Node.TEXT_NODE || node.parentElement?.closest(SILENT) !== null) continue;
    const around = node.parentElement.closest(BLOCKS);
    if (block !== undefined && around !== block) yield 'break';
    block = around;
    yield node as Text;
  }
}

/** Reads a range of a chapter; undefined when it holds no text. */
export function readPassage({ nodes, starts, length }: TextMap, range: Range): Passage | undefined {
  const texts: string[] = [];
  let progression: number | undefined;
  for (const node of listTexts(range)) {
    if (node === 'break') {
      texts.push('\n');
      continue;
    }
    const from = node === range.startContainer ? range.startOffset : 0;
    const piece = node.data.slice(from, node === range.endContainer ? range.endOffset : undefined);
    texts.push(piece);
    if (piece.trim() === '') continue;
    progression ??= ((starts[nodes.indexOf(node)] ?? 0) + from) / Math.max(1, length);
  }
  if (progression === undefined) return undefined;
  const { top, height } = range.getBoundingClientRect();
  const whole = range.startContainer.ownerDocument?.defaultView?.innerHeight ?? height;
  return { text: foldTexts(texts), progression: Math.min(1, progression), isLow: top > whole / 2 };
}
