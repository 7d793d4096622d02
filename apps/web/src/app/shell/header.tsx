import { useNavigate, useRouterState } from '@tanstack/react-router';
import { SearchBox } from '#features/search/search-box.tsx';
import css from './header.module.css';
import { PaletteButton } from './palette-button.tsx';

/** The search field and the palette of every page, except pages with a search field of their own. */
export function Header() {
  const isSearch = useRouterState({ select: ({ location }) => location.pathname === '/search' });
  const navigate = useNavigate();
  if (isSearch) return null;
  return (
    <header className={css['header']}>
      <SearchBox onText={(q) => void navigate({ to: '/search', search: q === '' ? {} : { q } })} />
      <PaletteButton />
    </header>
  );
}
