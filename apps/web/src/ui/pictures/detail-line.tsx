import type { ReactNode } from 'react';
import { classNames } from '#ui/style/class-names.ts';
import css from './detail-line.module.css';

interface DetailLineProps {
  readonly className: string | undefined;
  readonly detail: ReactNode;
  readonly name: string | undefined;
}

/** Second line of a tile or row: a detail, then a name in any script, truncated in its own text direction. */
export function DetailLine({ className, detail, name }: DetailLineProps) {
  if (name === undefined) return <p className={className}>{detail}</p>;
  return (
    <p className={classNames(className, css['named'])}>
      <span className={css['known']}>{detail} · </span>
      <bdi className={css['name']} dir="auto">
        {name}
      </bdi>
    </p>
  );
}
