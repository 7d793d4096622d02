import { t } from '@lingui/core/macro';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import type { Book, CurrentUser, Library } from '@lectern/contract';
import { type LinkProps, useNavigate, useRouterState } from '@tanstack/react-router';
import { useState } from 'react';
import { librariesQuery } from '#entities/library/queries.ts';
import { usePreferences } from '#entities/preferences/store.ts';
import { useNewReleases } from '#entities/release/use-new-releases.ts';
import { activeScansQuery } from '#entities/scan/queries.ts';
import { settingsQuery } from '#entities/settings/queries.ts';
import { currentUserQuery, isChild, isGuest } from '#entities/user/queries.ts';
import { useHasAccount, useMay } from '#entities/user/use-may.ts';
import { useSignOut } from '#entities/user/use-sign-out.ts';
import { homeQuery } from '#features/home/home-rows.ts';
import type { PaletteEntry } from '#features/search/palette/entry.ts';
import { Palette } from '#features/search/palette/palette.tsx';
import { request } from '#lib/api.ts';
import { focusSetting } from '#lib/focus-setting.ts';
import { problemSentence } from '#lib/problem.ts';
import { showToast } from '#ui/feedback/toast.tsx';
import { useLeave } from '../use-leave.ts';
import { getEInkEntry, listActionEntries, listOptionEntries, listScanEntries } from './command-entries.ts';
import { listLibraryEntries, listPageEntries } from './page-entries.ts';
import {
  listLibraryDialogEntries,
  listLibraryOptionEntries,
  listPreferenceEntries,
  listServerEntries,
} from './setting-entries.ts';

interface AppPaletteProps {
  readonly onlySettings: boolean;
  readonly onClose: () => void;
}

/** The palette with everything that this user may open, do or set. */
export function AppPalette(props: AppPaletteProps) {
  const { data: user } = useQuery(currentUserQuery());
  return user === undefined ? null : <PaletteFor {...props} user={user} />;
}

function PaletteFor({ user, onlySettings, onClose }: AppPaletteProps & { readonly user: CurrentUser }) {
  const navigate = useNavigate();
  const open = (link: LinkProps) => void navigate(link);
  // as the page was when the palette opened
  const [actions] = useState(() => listActionEntries());
  const { data: libraries = [] } = useQuery(librariesQuery());
  // in each group, those of many libraries last: the first ones are offered
  const entries = [
    ...actions,
    ...useReadingEntries(open),
    ...listPageEntries(user, useNewReleases() !== undefined, open),
    ...listLibraryEntries(libraries, open),
    getEInkEntry(usePreferences()),
    ...useSessionEntries(user),
    ...listOptionEntries(),
    ...useScanEntries(libraries),
    ...useSettingEntries(),
    ...useLibrarySettingEntries(libraries),
  ];
  return <Palette userId={user.id} entries={entries} onlySettings={onlySettings} onLink={open} onClose={onClose} />;
}

function useReadingEntries(open: (link: LinkProps) => void): readonly PaletteEntry[] {
  const { data } = useQuery(homeQuery());
  const toEntry = ({ id, title, seriesName }: Book): PaletteEntry => ({
    id: `read-${id}`,
    group: 'reading',
    label: title,
    detail: seriesName,
    icon: 'play',
    run: () => open({ to: '/read/$bookId', params: { bookId: id } }),
  });
  return data?.inProgress.slice(0, 5).map(toEntry) ?? [];
}

function useScanEntries(all: readonly Library[]): readonly PaletteEntry[] {
  const manages = useMay('LibrariesWrite');
  const queryClient = useQueryClient();
  const scan = async (libraries: readonly Library[]) => {
    try {
      for (const { id } of libraries) await request('startScan', { params: { id }, query: { mode: 'normal' } });
      await queryClient.invalidateQueries({ queryKey: activeScansQuery().queryKey });
    } catch (error) {
      showToast(problemSentence(error));
    }
  };
  return manages ? listScanEntries(all, (libraries) => void scan(libraries)) : [];
}

function useLibrarySettingEntries(libraries: readonly Library[]): readonly PaletteEntry[] {
  const manages = useMay('LibrariesWrite');
  const navigate = useNavigate();
  const open = async ({ id }: Library, mark?: string) => {
    await navigate({ to: '/admin/libraries', search: { edit: id } });
    if (mark !== undefined) focusSetting(mark);
  };
  if (!manages) return [];
  return [
    ...listLibraryDialogEntries(libraries, (library) => void open(library)),
    ...listLibraryOptionEntries(libraries, (library, mark) => void open(library, mark)),
  ];
}

/** Ends the session, or begins one. A child leaves its profile first: the session is that of the parent. */
function useSessionEntries(user: CurrentUser): readonly PaletteEntry[] {
  const signOut = useSignOut(useLeave());
  const navigate = useNavigate();
  const next = useRouterState({ select: ({ location }) => location.href });
  if (isChild(user)) return [];
  if (isGuest(user)) {
    const run = () => void navigate({ to: '/login', search: { next } });
    return [{ id: 'sign-in', group: 'commands', label: t`Sign in`, icon: 'user', run }];
  }
  return [
    { id: 'sign-out', group: 'commands', label: t`Sign out`, icon: 'sign-out', run: () => signOut.mutate(false) },
  ];
}

function useSettingEntries(): readonly PaletteEntry[] {
  const navigate = useNavigate();
  const { data = [] } = useQuery({ ...settingsQuery(), enabled: useMay('SystemAdmin'), staleTime: 60_000 });
  const open = async (to: '/me/preferences' | '/admin/settings', key: string) => {
    await navigate({ to, resetScroll: false });
    focusSetting(key);
  };
  const run = (to: '/me/preferences' | '/admin/settings', key: string) => void open(to, key);
  // Guests have no page of preferences; the commands set what is of this device.
  return [...(useHasAccount() ? listPreferenceEntries(run) : []), ...listServerEntries(data, run)];
}
