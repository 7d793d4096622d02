import { useNavigate, useRouter, useSearch } from '@tanstack/react-router';
import { ImportPage } from '#features/imports/import-page.tsx';

export function AdminImportRoute() {
  const filter = useSearch({ from: '/signed-in/shell/admin/import' });
  const navigate = useNavigate();
  const settings = useRouter().buildLocation({ to: '/admin/settings' }).href;
  return (
    <ImportPage
      filter={filter}
      settings={settings}
      onFilter={(search) => void navigate({ to: '/admin/import', search, replace: true, resetScroll: false })}
    />
  );
}
