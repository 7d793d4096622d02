import { useNavigate } from '@tanstack/react-router';
import { SetupPage } from '#features/setup/setup-page.tsx';

export function SetupRoute() {
  const navigate = useNavigate();
  return <SetupPage onDone={() => void navigate({ to: '/', replace: true })} />;
}
