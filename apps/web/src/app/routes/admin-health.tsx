import { useNavigate, useSearch } from '@tanstack/react-router';
import { HealthPage } from '#features/health/health-page.tsx';

export function AdminHealthRoute() {
  const filter = useSearch({ from: '/signed-in/shell/admin/health' });
  const navigate = useNavigate();
  return (
    <HealthPage
      filter={filter}
      onFilter={(search) => void navigate({ to: '/admin/health', search, replace: true, resetScroll: false })}
    />
  );
}
