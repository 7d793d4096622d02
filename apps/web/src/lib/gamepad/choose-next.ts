/** The relevant part of a DOMRect. */
export interface Box {
  readonly left: number;
  readonly top: number;
  readonly right: number;
  readonly bottom: number;
}

export type Way = 'Left' | 'Right' | 'Up' | 'Down';

/** Ahead counts once, aside this often: focus stays in its row or column where it can. */
const ASIDE = 3;

/** Turns a box, so that every way is to the right. */
function turn({ left, top, right, bottom }: Box, way: Way): Box {
  switch (way) {
    case 'Right':
      return { left, top, right, bottom };
    case 'Left':
      return { left: -right, right: -left, top, bottom };
    case 'Down':
      return { left: top, right: bottom, top: left, bottom: right };
    case 'Up':
      return { left: -bottom, right: -top, top: left, bottom: right };
  }
}

/** Distance of two spans; 0 when they overlap. */
function measureGap(startA: number, endA: number, startB: number, endB: number): number {
  return Math.max(0, startB - endA, startA - endB);
}

/** Undefined for a box that is not ahead. */
function measure(from: Box, to: Box): number | undefined {
  const [middle, other] = [(from.left + from.right) / 2, (to.left + to.right) / 2];
  // boxes inside each other, such as a button on a tile, are compared by their middles
  if (other <= middle || (to.left < from.left && to.right > from.right)) return undefined;
  const aside = measureGap(from.top, from.bottom, to.top, to.bottom);
  const ahead = Math.max(0, to.left - from.right);
  const offset = Math.abs((from.top + from.bottom) / 2 - (to.top + to.bottom) / 2);
  // what is more aside than ahead is in another row
  if (aside > 0 && ahead === 0) return undefined;
  return ahead + aside * ASIDE + offset / 10 + (other - middle) / 100;
}

/** Index of the nearest box in a direction; undefined when there is none. */
export function chooseNext(from: Box, boxes: readonly Box[], way: Way): number | undefined {
  const start = turn(from, way);
  let best: { readonly index: number; readonly distance: number } | undefined;
  for (const [index, box] of boxes.entries()) {
    const distance = measure(start, turn(box, way));
    if (distance !== undefined && (best === undefined || distance < best.distance)) best = { index, distance };
  }
  return best?.index;
}
