import { t } from '@lingui/core/macro';
import { Link } from '@tanstack/react-router';
import { setRule } from '#entities/offline/kept-books.ts';
import type { KeptRule } from '#entities/offline/kept.ts';
import { sayNext } from '#entities/offline/keep-series-dialog.tsx';
import list from '#entities/user/account-list.module.css';
import { IconButton } from '#ui/controls/button.tsx';
import { Icon } from '#ui/pictures/icon.tsx';

/** Series whose next unread books are kept by themselves. */
export function KeptRules({ rules }: { readonly rules: readonly KeptRule[] }) {
  return (
    <ul className={list['list']}>
      {rules.map(({ seriesId, title, count }) => (
        <li key={seriesId} className={list['row']}>
          <span className={list['mark']}>
            <Icon name="stack" />
          </span>
          <div className={list['words']}>
            <p className={list['name']}>
              <Link to="/series/$seriesId" params={{ seriesId }}>
                {title}
              </Link>
            </p>
            <p className={list['detail']}>{sayNext(count)}</p>
          </div>
          <IconButton icon="trash" label={t`Remove ${title}`} onClick={() => void setRule({ seriesId, title }, 0)} />
        </li>
      ))}
    </ul>
  );
}
