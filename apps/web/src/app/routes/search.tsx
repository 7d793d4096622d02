import { useNavigate, useSearch } from '@tanstack/react-router';
import { SearchPage } from '#features/search/search-page.tsx';

export function SearchRoute() {
  const { tab, ...address } = useSearch({ from: '/signed-in/shell/search' });
  const navigate = useNavigate();
  return (
    <SearchPage
      tab={tab ?? 'series'}
      address={address}
      onAddress={(next) => void navigate({ to: '/search', search: { ...next, ...(tab === undefined ? {} : { tab }) } })}
    />
  );
}
