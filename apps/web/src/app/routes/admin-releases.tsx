import { useNavigate, useSearch } from '@tanstack/react-router';
import { SourcesPage } from '#features/releases/sources/sources-page.tsx';

export function AdminReleasesRoute() {
  const dialogs = useSearch({ from: '/signed-in/shell/admin/releases' });
  const navigate = useNavigate();
  return (
    <SourcesPage
      dialogs={dialogs}
      onDialogs={(search) => void navigate({ to: '/admin/releases', search, replace: true, resetScroll: false })}
    />
  );
}
