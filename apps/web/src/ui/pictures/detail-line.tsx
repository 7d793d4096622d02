import type { ReactNode } from 'react';
import { classNames } from '#ui/style/class-names.ts';
import css from './detail-line.module.css';

interface DetailLineProps {
  readonly className: string | undefined;
  readonly detail: ReactNode;
  readonly name: string | undefined;
}

/** The second line of a tile or row: what is known, then a name of any script, which is cut where its own letters end. */
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
