import { useNavigate, useSearch } from '@tanstack/react-router';
import { SettingsPage } from '#features/settings/settings-page.tsx';

export function AdminSettingsRoute() {
  const filter = useSearch({ from: '/signed-in/shell/admin/settings' });
  const navigate = useNavigate();
  return (
    <SettingsPage
      filter={filter}
      onFilter={(search) => void navigate({ to: '/admin/settings', search, replace: true, resetScroll: false })}
      onReturn={() => void navigate({ to: '/admin/settings' })}
    />
  );
}
