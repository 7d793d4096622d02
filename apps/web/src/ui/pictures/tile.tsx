import type { ReactNode } from 'react';
import { DetailLine } from './detail-line.tsx';
import { Cover, type CoverPicture } from './cover.tsx';
import { Icon, type IconName } from './icon.tsx';
import css from './tile.module.css';

/** For the tile's one link, whose surface covers the whole tile. */
export const tileLinkClass = css['link'] ?? '';
/** For a second, round control on the cover. */
export const tileCornerClass = css['corner'] ?? '';

interface TileProps {
  readonly cover: CoverPicture;
  readonly dimmed?: boolean;
  readonly eager?: boolean;
  /** The link with the title. */
  readonly heading: ReactNode;
  readonly detail: ReactNode;
  /** A name after the detail; it is truncated first, in its own text direction. */
  readonly name?: string | undefined;
  /** 0 to 1, drawn at the bottom of the cover; `detail` must state it as text. */
  readonly share?: number | undefined;
  readonly badge?: { readonly icon?: IconName; readonly text?: string } | undefined;
  readonly corner?: ReactNode;
  /** Places itself on the cover. */
  readonly mark?: ReactNode;
}

export function Tile(props: TileProps) {
  const { cover, dimmed = false, eager = false, heading, detail, name, share, badge, corner, mark } = props;
  return (
    <article className={css['tile']}>
      <div className={css['cover']}>
        <Cover
          {...cover}
          dimmed={dimmed}
          eager={eager}
          sizes="(min-width: 1600px) 220px, (min-width: 640px) 180px, 45vw"
        />
        {badge !== undefined && (
          <span className={css['badge']} aria-hidden="true">
            {badge.icon !== undefined && <Icon name={badge.icon} size={14} />}
            {badge.text}
          </span>
        )}
        {share !== undefined && (
          <span className={css['track']} aria-hidden="true">
            <span className={css['bar']} style={{ inlineSize: `${Math.max(3, Math.round(share * 100))}%` }} />
          </span>
        )}
        {corner}
        {mark}
      </div>
      <h3 className={css['title']}>{heading}</h3>
      <DetailLine className={css['detail']} detail={detail} name={name} />
    </article>
  );
}
