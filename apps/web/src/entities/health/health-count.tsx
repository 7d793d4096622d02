import { formatNumber } from '#lib/format.ts';
import css from './health-count.module.css';
import { useFindingCount } from './queries.ts';

/** A badge with the number of open findings; nothing when all is well. */
export function HealthCount({ className }: { readonly className?: string | undefined }) {
  const count = useFindingCount();
  if (count === 0) return null;
  return (
    <span className={className ?? css['count']}>
      {formatNumber(count)}
      <span className="visually-hidden"> {count === 1 ? 'finding' : 'findings'}</span>
    </span>
  );
}
