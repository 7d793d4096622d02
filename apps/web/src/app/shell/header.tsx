import { useNavigate, useRouterState } from '@tanstack/react-router';
import { SearchBox } from '#features/search/search-box.tsx';
import { classNames } from '#ui/style/class-names.ts';
import css from './header.module.css';
import { PaletteButton } from './palette-button.tsx';

/** The palette of every page, and the search field of pages without their own. Phones search on the search page. */
export function Header() {
  const isSearch = useRouterState({ select: ({ location }) => location.pathname === '/search' });
  const navigate = useNavigate();
  return (
    <header className={classNames(css['header'], isSearch && css['bare'])}>
      {!isSearch && <SearchBox onText={(q) => void navigate({ to: '/search', search: q === '' ? {} : { q } })} />}
      <PaletteButton />
    </header>
  );
}
