import { useNavigate, useSearch } from '@tanstack/react-router';
import { EverybodyPage } from '#features/stats/everybody-page.tsx';
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
    <EverybodyPage
      choice={choice}
      onChoice={(search) => void navigate({ to: '/stats/everybody', search, replace: true, resetScroll: false })}
    />
  );
}
