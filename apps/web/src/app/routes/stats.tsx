import { useNavigate, useSearch } from '@tanstack/react-router';
import { ServerStatsPage } from '#features/stats/server-stats-page.tsx';
import { StatsPage } from '#features/stats/stats-page.tsx';

export function StatsRoute() {
  const choice = useSearch({ from: '/signed-in/shell/stats' });
  const navigate = useNavigate();
  return (
    <StatsPage
      choice={choice}
      onChoice={(search) => void navigate({ to: '/stats', search, replace: true, resetScroll: false })}
    />
  );
}

export function ServerStatsRoute() {
  const choice = useSearch({ from: '/signed-in/shell/stats/everybody' });
  const navigate = useNavigate();
  return (
    <ServerStatsPage
      choice={choice}
      onChoice={(search) => void navigate({ to: '/stats/everybody', search, replace: true, resetScroll: false })}
    />
  );
}
