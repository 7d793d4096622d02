import type { ReactNode } from 'react';
import { Cover, type CoverPicture } from '#ui/pictures/cover.tsx';
import { DetailLine } from '#ui/pictures/detail-line.tsx';
import css from './list-row.module.css';

interface ListRowProps {
  /** From 1; absent without manual order. */
  readonly place?: number | undefined;
  readonly cover: CoverPicture;
  readonly dimmed?: boolean;
  /** The link with the title. */
  readonly heading: ReactNode;
  readonly detail: ReactNode;
  /** A name after the detail; it is truncated first, in its own text direction. */
  readonly name?: string | undefined;
  /** 0 to 1, drawn below the detail, which must state it as text. */
  readonly share?: number | undefined;
  readonly end?: ReactNode;
  /** Places itself on the cover. */
  readonly mark?: ReactNode;
}

export function ListRow(props: ListRowProps) {
  const { place, cover, dimmed = false, heading, detail, name, share, end, mark } = props;
  return (
    <article className={css['row']}>
      {place !== undefined && <span className={css['place']}>{place}</span>}
      <span className={css['cover']}>
        {/* too small for a printed title, which stands beside it */}
        <Cover {...cover} title="" dimmed={dimmed} sizes="48px" />
        {mark}
      </span>
      <div className={css['words']}>
        <h3 className={css['title']}>{heading}</h3>
        <DetailLine className={css['detail']} detail={detail} name={name} />
        {share !== undefined && (
          <span className={css['track']} aria-hidden="true">
            <span className={css['bar']} style={{ inlineSize: `${Math.max(3, Math.round(share * 100))}%` }} />
          </span>
        )}
      </div>
      {end}
    </article>
  );
}
