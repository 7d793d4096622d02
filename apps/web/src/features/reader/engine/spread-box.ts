import { knownSize, type PageShape, type Size } from './page-shape.ts';
import { leftToRight, type Spread } from './spreads.ts';

/** Pages side by side at scale 1, scaled to the height of the tallest. */
export interface SpreadBox {
  readonly natural: Size;
  /** From left to right. */
  readonly pages: readonly { readonly page: number; readonly x: number; readonly width: number }[];
}

/** Layout of a spread before images load. `usual` replaces unknown sizes. */
export function spreadBox(
  spread: Spread,
  shapes: readonly PageShape[],
  look: { usual: Size; rtl: boolean },
): SpreadBox {
  const order = leftToRight(spread, look.rtl);
  const sizes = order.map((page) => knownSize(shapes[page - 1]) ?? look.usual);
  const height = Math.max(...sizes.map((size) => size.height));
  let x = 0;
  const pages = order.map((page, index) => {
    const size = sizes[index] ?? look.usual;
    const width = (size.width * height) / size.height;
    const box = { page, x, width };
    x += width;
    return box;
  });
  return { natural: { width: x, height }, pages };
}
