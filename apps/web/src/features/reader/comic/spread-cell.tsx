import type { SpreadBox } from '../engine/spread-box.ts';
import type { View } from '../engine/zoom.ts';
import { PageSlot } from './page-slot.tsx';
import type { PageStore } from './page-store.ts';
import css from './paged-view.module.css';

interface SpreadCellProps {
  readonly store: PageStore;
  readonly box: SpreadBox;
  readonly view: View;
  readonly transform: string;
  readonly isCurrent: boolean;
}

/** The nearest whole pixel of the screen: between two, an image is blurred. */
function snap(offset: number): number {
  return Math.round(offset * devicePixelRatio) / devicePixelRatio;
}

/** One spread on the track; its boxes are reserved before the images load. */
export function SpreadCell({ store, box, view, transform, isCurrent }: SpreadCellProps) {
  const { natural, pages } = box;
  return (
    <div className={css['cell']} style={{ transform }} inert={!isCurrent} data-current={isCurrent}>
      <div
        className={css['content']}
        style={{
          width: natural.width * view.scale,
          height: natural.height * view.scale,
          transform: `translate(${snap(view.x)}px, ${snap(view.y)}px)`,
        }}
      >
        {pages.map(({ page, x, width }) => (
          <div key={page} className={css['page']} style={{ left: snap(x * view.scale), width: width * view.scale }}>
            <PageSlot store={store} page={page} />
          </div>
        ))}
      </div>
    </div>
  );
}
