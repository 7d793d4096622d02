import { t } from '@lingui/core/macro';
import { Link, Outlet } from '@tanstack/react-router';
import { useDocumentTitle } from '#lib/use-document-title.ts';
import { Page } from '#ui/layout/page.tsx';
import { Tabs, tabClass } from '#ui/layout/tabs.tsx';

const EXACT = { exact: true, includeSearch: false };

export function ListsFrame() {
  useDocumentTitle(t`Lists`);
  return (
    <Page title={t`Lists`}>
      <Tabs label={t`Lists`}>
        <Link to="/lists" className={tabClass} activeOptions={EXACT}>{t`Want to read`}</Link>
        <Link to="/lists/collections" className={tabClass} activeOptions={EXACT}>{t`Collections`}</Link>
        <Link to="/lists/reading" className={tabClass} activeOptions={EXACT}>{t`Reading lists`}</Link>
      </Tabs>
      <Outlet />
    </Page>
  );
}
