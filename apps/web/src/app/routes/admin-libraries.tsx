import { useNavigate, useSearch } from '@tanstack/react-router';
import { AdminLibrariesPage } from '#features/libraries/admin-libraries-page.tsx';

export function AdminLibrariesRoute() {
  const dialogs = useSearch({ from: '/signed-in/shell/admin/libraries' });
  const navigate = useNavigate();
  return (
    <AdminLibrariesPage
      dialogs={dialogs}
      onDialogs={(search) => void navigate({ to: '/admin/libraries', search, replace: true })}
    />
  );
}
