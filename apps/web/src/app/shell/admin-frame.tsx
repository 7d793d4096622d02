import { Link, Outlet } from '@tanstack/react-router';
import { useMay } from '#entities/user/use-may.ts';
import { ErrorState } from '#ui/notice.tsx';
import { Page } from '#ui/page.tsx';
import { Tabs, tabClass } from '#ui/tabs.tsx';

const BY_PATH = { includeSearch: false };

/** The area for those who look after the server, with its own list of pages. */
export function AdminFrame() {
  const manages = useMay('LibrariesWrite');
  if (!manages) {
    return (
      <ErrorState
        level={1}
        title="You do not have access to this"
        text="An administrator of this server manages its libraries."
      />
    );
  }
  return (
    <Page title="Manage" narrow>
      <Tabs label="Manage">
        <Link to="/admin/libraries" className={tabClass} activeOptions={BY_PATH}>
          Libraries
        </Link>
        <Link to="/admin/tasks" className={tabClass}>
          Tasks
        </Link>
        <Link to="/admin/health" className={tabClass}>
          Health
        </Link>
      </Tabs>
      <Outlet />
    </Page>
  );
}
