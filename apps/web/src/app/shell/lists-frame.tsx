import { t } from '@lingui/core/macro';
import { Link, Outlet } from '@tanstack/react-router';
import { useDocumentTitle } from '#lib/use-document-title.ts';
import { Page } from '#ui/layout/page.tsx';
import { Tabs, tabClass } from '#ui/layout/tabs.tsx';
import { LIST_PAGES } from './more-pages.ts';

const EXACT = { exact: true, includeSearch: false };

export function ListsFrame() {
  useDocumentTitle(t`Lists`);
  return (
    <Page title={t`Lists`}>
      <Tabs label={t`Lists`}>
        {LIST_PAGES.map(({ to, label }) => (
          <Link key={to} to={to} className={tabClass} activeOptions={EXACT}>
            {label}
          </Link>
        ))}
      </Tabs>
      <Outlet />
    </Page>
  );
}
