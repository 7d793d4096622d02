import { useNavigate, useSearch } from '@tanstack/react-router';
import { TermsPage } from '#features/terms/terms-page.tsx';

export function AdminMetadataRoute() {
  const { part = 'genres' } = useSearch({ from: '/signed-in/shell/admin/metadata' });
  const navigate = useNavigate();
  return (
    <TermsPage
      part={part}
      onPart={(next) => void navigate({ to: '/admin/metadata', search: { part: next }, replace: true })}
    />
  );
}
