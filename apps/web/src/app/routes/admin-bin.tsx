import { useNavigate, useSearch } from '@tanstack/react-router';
import { BinPage } from '#features/bin/bin-page.tsx';

export function AdminBinRoute() {
  const filter = useSearch({ from: '/signed-in/shell/admin/bin' });
  const navigate = useNavigate();
  return (
    <BinPage
      filter={filter}
      onFilter={(search) => void navigate({ to: '/admin/bin', search, replace: true, resetScroll: false })}
    />
  );
}
