import { Loading, Skeleton } from '#ui/feedback/skeleton.tsx';
import css from './list-page.module.css';

export function ListSkeleton({ label }: { readonly label: string }) {
  return (
    <Loading label={label}>
      <div className={css['skeleton']}>
        <Skeleton shape="cover" />
        <div>
          <Skeleton shape="title" width={24} />
          <Skeleton shape="line" width={30} />
        </div>
      </div>
    </Loading>
  );
}
