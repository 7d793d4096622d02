import { t } from '@lingui/core/macro';
import type { ReactNode } from 'react';
import list from '#entities/user/account-list.module.css';
import { Button } from '#ui/controls/button.tsx';
import { Icon, type IconName } from '#ui/pictures/icon.tsx';
import css from './bin-page.module.css';
import { useRestore } from './restore.ts';

interface BinRowProps {
  readonly icon: IconName;
  readonly title: string;
  /** One line each. */
  readonly details: readonly string[];
  readonly restore: Parameters<ReturnType<typeof useRestore>['run']>[0];
  /** Other actions. */
  readonly children?: ReactNode;
}

/** A book or series of the bin, with the button that restores it. */
export function BinRow({ icon, title, details, restore, children }: BinRowProps) {
  const { isPending, run } = useRestore();
  return (
    <li className={list['row']}>
      <span className={list['mark']}>
        <Icon name={icon} />
      </span>
      <div className={list['words']}>
        <p className={list['name']}>{title}</p>
        {details.map((detail) => (
          <p key={detail} className={list['detail']}>
            {detail}
          </p>
        ))}
      </div>
      <div className={css['actions']}>
        <Button
          icon="undo"
          busy={isPending}
          aria-label={t`Restore ${title}`}
          onClick={() => run(restore)}
        >{t`Restore`}</Button>
        {children}
      </div>
    </li>
  );
}
