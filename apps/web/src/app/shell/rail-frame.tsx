import { Link, Outlet, useLocation } from '@tanstack/react-router';
import { type ComponentRef, type ReactNode, useEffect, useRef } from 'react';
import type { AdminPage } from './admin-pages.ts';
import type { MePage } from './more-pages.ts';
import css from './rail-frame.module.css';

interface RailPage {
  readonly to: (AdminPage | MePage)['to'];
  readonly label: string;
  /** After the name, as a count. */
  readonly badge?: ReactNode;
}

interface RailGroup {
  readonly title?: string;
  readonly pages: readonly RailPage[];
}

interface RailFrameProps {
  readonly label: string;
  readonly groups: readonly RailGroup[];
  /** One column, for text and forms. */
  readonly narrow?: boolean;
}

const BY_PATH = { includeSearch: false };
const EXACT = { exact: true, ...BY_PATH };

/** A page beside a rail with all pages of its kind; on a narrow screen the rail is a row that scrolls. */
export function RailFrame({ label, groups, narrow = false }: RailFrameProps) {
  return (
    <div className={css['frame']}>
      <Rail label={label} groups={groups} />
      <div className={css['content']} data-narrow={narrow}>
        <Outlet />
      </div>
    </div>
  );
}

function Rail({ label, groups }: Pick<RailFrameProps, 'label' | 'groups'>) {
  const path = useLocation({ select: ({ pathname }) => pathname });
  const rail = useRef<ComponentRef<'nav'>>(null);
  // in the row of a narrow screen the current page may be out of sight
  useEffect(() => {
    rail.current?.querySelector('[aria-current="page"]')?.scrollIntoView({ block: 'nearest', inline: 'nearest' });
  }, [path]);
  return (
    <nav ref={rail} className={css['rail']} aria-label={label}>
      {groups.map(({ title, pages }) => (
        <div
          key={pages[0]?.to}
          className={css['group']}
          {...(title === undefined ? {} : { role: 'group', 'aria-label': title })}
        >
          {title !== undefined && (
            <p className={css['title']} aria-hidden="true">
              {title}
            </p>
          )}
          {pages.map(({ to, label: name, badge }) => (
            <Link key={to} to={to} className={css['link']} activeOptions={to === '/me' ? EXACT : BY_PATH}>
              {name}
              {badge}
            </Link>
          ))}
        </div>
      ))}
    </nav>
  );
}
