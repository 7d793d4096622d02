import { useMutation, useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { currentUserQuery } from '#entities/user/queries.ts';
import { useMay } from '#entities/user/use-may.ts';
import { request } from '#lib/api.ts';
import { formatDay } from '#lib/format.ts';
import { problemSentence } from '#lib/problem.ts';
import { useStore } from '#lib/store.ts';
import { chooseTheme, type Theme, themeStore } from '#lib/theme.ts';
import { useDocumentTitle } from '#lib/use-document-title.ts';
import { Button } from '#ui/button.tsx';
import { Facts } from '#ui/facts.tsx';
import { Icon } from '#ui/icon.tsx';
import { Page, Panel } from '#ui/page.tsx';
import { showToast } from '#ui/toast.tsx';
import css from './profile-page.module.css';

/** Called once the session has ended. */
export function ProfilePage({ onSignedOut }: { readonly onSignedOut: () => void }) {
  useDocumentTitle('You');
  const { data: user } = useQuery(currentUserQuery());
  const manages = useMay('LibrariesWrite');
  const signOut = useMutation({
    mutationFn: async () => request('logout', {}),
    onSuccess: onSignedOut,
    onError: (error) => showToast(problemSentence(error)),
  });
  if (user === undefined) return null;
  return (
    <Page title={user.username} below={ROLES[user.role]} narrow>
      {manages && (
        <nav className={css['manage']} aria-label="Manage this server">
          <ManageLinks />
        </nav>
      )}
      <Panel title="Look">
        <ThemeChoice />
      </Panel>
      <Panel title="Account">
        <Facts
          rows={[
            ['User name', user.username],
            ...(user.email === '' ? [] : [['E-mail', user.email] as const]),
            ['Member since', formatDay(user.createdAt)],
          ]}
        />
        <div className={css['end']}>
          <Button icon="sign-out" busy={signOut.isPending} onClick={() => signOut.mutate()}>
            Sign out
          </Button>
        </div>
      </Panel>
    </Page>
  );
}

const ROLES = { reader: 'Reader', maintainer: 'Maintainer', admin: 'Administrator' } as const;

function ManageLinks() {
  return (
    <>
      <Link to="/admin/libraries" className={css['link']}>
        <Icon name="library" /> Manage libraries
      </Link>
      <Link to="/admin/tasks" className={css['link']}>
        <Icon name="tasks" /> Tasks
      </Link>
      <Link to="/admin/health" className={css['link']}>
        <Icon name="health" /> Health
      </Link>
    </>
  );
}

const THEME_WORDS: readonly (readonly [Theme, string])[] = [
  ['system', 'As the system'],
  ['light', 'Light'],
  ['dark', 'Dark'],
  ['black', 'Black'],
  ['contrast', 'High contrast'],
];

function ThemeChoice() {
  const chosen = useStore(themeStore);
  return (
    <fieldset className={css['themes']}>
      <legend className="visually-hidden">Theme</legend>
      {THEME_WORDS.map(([theme, words]) => (
        <label key={theme} className={css['theme']}>
          <input
            type="radio"
            name="theme"
            value={theme}
            checked={theme === chosen}
            onChange={() => chooseTheme(theme)}
          />
          <span className={css['swatch']} data-look={theme} aria-hidden="true" />
          {words}
        </label>
      ))}
    </fieldset>
  );
}
