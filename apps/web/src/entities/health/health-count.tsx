import { plural } from '@lingui/core/macro';
import { formatNumber } from '#lib/format.ts';
import css from './health-count.module.css';
import { useFindingCount } from './queries.ts';

/** A badge with the number of open findings; nothing when all is well. */
export function HealthCount({ className }: { readonly className?: string | undefined }) {
  const count = useFindingCount();
  if (count === 0) return null;
  return (
    <span className={className ?? css['count']}>
      <span aria-hidden="true">{formatNumber(count)}</span>
      <span className="visually-hidden">{plural(count, { one: '# finding', other: '# findings' })}</span>
    </span>
  );
}
