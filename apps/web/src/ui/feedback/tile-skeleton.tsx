import { Loading, Skeleton } from './skeleton.tsx';
import css from './tile-skeleton.module.css';

export function TileSkeleton() {
  return (
    <div aria-hidden="true">
      <Skeleton shape="cover" />
      <Skeleton shape="line" width={14} />
      <Skeleton shape="line" width={9} />
    </div>
  );
}

/** The start of a grid of unknown length. */
export function TileSkeletons({ label }: { readonly label: string }) {
  return (
    <Loading label={label}>
      <div className={css['grid']}>
        {Array.from({ length: 12 }, (_, index) => (
          <TileSkeleton key={index} />
        ))}
      </div>
    </Loading>
  );
}
