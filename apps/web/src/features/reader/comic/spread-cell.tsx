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
          transform: `translate(${view.x}px, ${view.y}px)`,
        }}
      >
        {pages.map(({ page, x, width }) => (
          <div key={page} className={css['page']} style={{ left: x * view.scale, width: width * view.scale }}>
            <PageSlot store={store} page={page} />
          </div>
        ))}
      </div>
    </div>
  );
}
