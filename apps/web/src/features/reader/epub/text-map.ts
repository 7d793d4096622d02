/** Text nodes of a chapter in reading order. */
export interface TextMap {
  readonly nodes: readonly Text[];
  /** Characters before each node. */
  readonly starts: readonly number[];
  readonly length: number;
}

const SILENT = new Set(['script', 'style', 'title', 'head', 'template']);

export function mapText(root: Document): TextMap {
  const nodes: Text[] = [];
  const starts: number[] = [];
  let length = 0;
  const walker = root.createTreeWalker(root.body, NodeFilter.SHOW_TEXT);
  for (let node = walker.nextNode(); node !== null; node = walker.nextNode()) {
    const text = node as Text;
    if (text.data.trim() === '' || SILENT.has(text.parentElement?.localName ?? '')) continue;
    nodes.push(text);
    starts.push(length);
    length += text.data.length;
  }
  return { nodes, starts, length };
}

/** First box of a text range; undefined for hidden text. */
function findBox(node: Text, start: number, end: number): DOMRect | undefined {
  const range = node.ownerDocument.createRange();
  range.setStart(node, start);
  range.setEnd(node, end);
  return [...range.getClientRects()].find(({ width, height }) => width > 0 || height > 0);
}

/** Binary search: index of the first item that matches `isBeyond`, or `count`. Items are sorted by it. */
function firstBeyond(count: number, isBeyond: (index: number) => boolean): number {
  let low = 0;
  let high = count;
  while (low < high) {
    const middle = (low + high) >> 1;
    if (isBeyond(middle)) high = middle;
    else low = middle + 1;
  }
  return low;
}

/**
 * Finds the first visible character at or after a distance.
 * @param measureDistance distance of a box from the chapter's start; grows with the text
 * @returns share of the text before that character, 0 to 1; undefined without visible text
 */
export function progressionAt(
  map: TextMap,
  distance: number,
  measureDistance: (box: DOMRect) => number,
): number | undefined {
  const { nodes, starts, length } = map;
  const isBeyond = (index: number): boolean => {
    const node = nodes[index];
    const box = node === undefined ? undefined : findBox(node, 0, 1);
    return box !== undefined && measureDistance(box) >= distance;
  };
  if (length === 0) return undefined;
  const after = firstBeyond(nodes.length, isBeyond);
  const node = nodes[after - 1];
  if (node === undefined) return 0;
  // the previous node may extend past the distance: its first character there is the match
  const within = firstBeyond(node.data.length, (index) => {
    const box = findBox(node, index, index + 1);
    return box !== undefined && measureDistance(box) >= distance;
  });
  return ((starts[after - 1] ?? 0) + within) / length;
}

/** Box of the character at a share of the text. */
export function boxAt({ nodes, starts, length }: TextMap, progression: number): DOMRect | undefined {
  const offset = Math.min(length - 1, Math.round(progression * length));
  let index = firstBeyond(starts.length, (item) => (starts[item] ?? 0) > offset) - 1;
  let within = offset - (starts[index] ?? 0);
  for (; index >= 0 && index < nodes.length; index += 1, within = 0) {
    const node = nodes[index];
    const box =
      node === undefined ? undefined : findBox(node, Math.min(within, node.data.length - 1), node.data.length);
    if (box !== undefined) return box;
  }
  return undefined;
}
