import type { CSSProperties, ReactNode } from 'react';
import { Cover, COVER_WIDTHS, type CoverPicture } from '#ui/pictures/cover.tsx';
import css from './hero.module.css';

interface HeroProps {
  readonly cover: CoverPicture;
  /** Breadcrumb above the title. */
  readonly above?: ReactNode;
  readonly title: string;
  readonly facts: readonly string[];
  readonly actions: ReactNode;
  readonly children?: ReactNode;
}

/** Page header with cover, title and actions, over the cover, blurred and faint. */
export function Hero({ cover, above, title, facts, actions, children }: HeroProps) {
  const tint: (CSSProperties & Record<'--tint', string>) | undefined =
    cover.placeholder === null ? undefined : { '--tint': cover.placeholder };
  return (
    <header className={css['hero']} style={tint}>
      <div className={css['parts']}>
        <div className={css['cover']}>
          <Cover {...cover} eager sizes="(min-width: 900px) 240px, 34vw" />
        </div>
        <div className={css['words']}>
          {above !== undefined && <p className={css['above']}>{above}</p>}
          <h1>{title}</h1>
          <ul className={css['facts']}>
            {facts.map((fact) => (
              <li key={fact}>{fact}</li>
            ))}
          </ul>
          {children}
        </div>
        <div className={css['actions']}>{actions}</div>
      </div>
      {cover.addressFor !== undefined && (
        <div className={css['backdrop']} aria-hidden="true">
          <img src={cover.addressFor(COVER_WIDTHS[0])} alt="" draggable={false} />
        </div>
      )}
    </header>
  );
}
