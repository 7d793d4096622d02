import { Link, Outlet } from '@tanstack/react-router';
import { useDocumentTitle } from '#lib/use-document-title.ts';
import { Page } from '#ui/layout/page.tsx';
import { Tabs, tabClass } from '#ui/layout/tabs.tsx';

const EXACT = { exact: true, includeSearch: false };

export function ListsFrame() {
  useDocumentTitle('Lists');
  return (
    <Page title="Lists">
      <Tabs label="Lists">
        <Link to="/lists" className={tabClass} activeOptions={EXACT}>
          Want to read
        </Link>
        <Link to="/lists/collections" className={tabClass} activeOptions={EXACT}>
          Collections
        </Link>
        <Link to="/lists/reading" className={tabClass} activeOptions={EXACT}>
          Reading lists
        </Link>
      </Tabs>
      <Outlet />
    </Page>
  );
}
