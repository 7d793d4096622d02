import { useNavigate, useSearch } from '@tanstack/react-router';
import { ReleasesPage } from '#features/releases/releases-page.tsx';

export function ReleasesRoute() {
  const choice = useSearch({ from: '/signed-in/shell/releases' });
  const navigate = useNavigate();
  return (
    <ReleasesPage
      choice={choice}
      onChoice={(search) =>
        void navigate({ to: '/releases', search, replace: true, resetScroll: search.page !== undefined })
      }
    />
  );
}
