import { t } from '@lingui/core/macro';
import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { useMay } from '#entities/user/use-may.ts';
import { Page } from '#ui/layout/page.tsx';
import { Tabs, tabClass } from '#ui/layout/tabs.tsx';

interface StatsFrameProps {
  readonly actions?: ReactNode;
  readonly children: ReactNode;
}

const EXACT = { exact: true, includeSearch: false };

/** Frame of the statistics pages; admins also see the totals of all users. */
export function StatsFrame({ actions, children }: StatsFrameProps) {
  const isAdmin = useMay('SystemAdmin');
  return (
    <Page title={t`Statistics`} actions={actions}>
      {isAdmin && (
        <Tabs label={t`Whose statistics`}>
          <Link to="/stats" className={tabClass} activeOptions={EXACT}>{t`Mine`}</Link>
          <Link to="/stats/everybody" className={tabClass} activeOptions={EXACT}>{t`Everyone`}</Link>
        </Tabs>
      )}
      {children}
    </Page>
  );
}
