import { plural, t } from '@lingui/core/macro';
import { useQuery } from '@tanstack/react-query';
import type { Setting } from '@lectern/contract';
import { useEffect, useState } from 'react';
import { settingsQuery } from '#entities/settings/queries.ts';
import { currentUserQuery } from '#entities/user/queries.ts';
import { useDocumentTitle } from '#lib/use-document-title.ts';
import { QueryBoundary } from '#ui/feedback/query-boundary.tsx';
import { Button } from '#ui/controls/button.tsx';
import { EmptyState } from '#ui/feedback/notice.tsx';
import { Panel } from '#ui/layout/page.tsx';
import { BoxSkeletons } from '#ui/feedback/skeleton.tsx';
import { showToast } from '#ui/feedback/toast.tsx';
import { countDrafts, useDrafts, withDraft } from './drafts.ts';
import { findSettings } from './find-settings.ts';
import { HistoryDialog } from './history-dialog.tsx';
import { RestartNote } from './restart-note.tsx';
import { SaveBar } from './save-bar.tsx';
import { SettingRow } from './setting-row.tsx';
import type { SettingsFilter } from './settings-filter.ts';
import { SettingsSearch } from './settings-search.tsx';
import css from './settings-page.module.css';
import { useSave } from './use-save.ts';

interface SettingsPageProps {
  readonly filter: SettingsFilter;
  readonly onFilter: (filter: SettingsFilter) => void;
  /** Returns to this page from the warning about unsaved changes. */
  readonly onReturn: () => void;
}

/** Poll interval for changes by other admins. */
const LOOK_MS = 20_000;

export function SettingsPage({ filter, onFilter, onReturn }: SettingsPageProps) {
  useDocumentTitle(t`Settings`);
  const query = useQuery({ ...settingsQuery(), refetchInterval: LOOK_MS });
  const owner = useQuery(currentUserQuery()).data?.id ?? '';
  useEffect(
    () => () => {
      const count = countDrafts(owner);
      if (count === 0) return;
      showToast(
        plural(count, {
          one: '# changed setting not saved. Your change is kept here.',
          other: '# changed settings not saved. Your changes are kept here.',
        }),
        {
          label: t`Go back`,
          run: onReturn,
        },
      );
    },
    // runs once, when the user leaves the page
    // biome-ignore lint/correctness/useExhaustiveDependencies: the way back does not change
    [owner],
  );
  return (
    <QueryBoundary query={query} loading={<BoxSkeletons label={t`Loading the settings`} />}>
      {(settings) => <Settings settings={settings} owner={owner} filter={filter} onFilter={onFilter} />}
    </QueryBoundary>
  );
}

interface SettingsProps extends Pick<SettingsPageProps, 'filter' | 'onFilter'> {
  readonly settings: readonly Setting[];
  readonly owner: string;
}

function Settings({ settings, owner, filter, onFilter }: SettingsProps) {
  const [drafts, setDrafts] = useDrafts(owner);
  const [looked, setLooked] = useState<Setting>();
  const save = useSave(settings, drafts, owner);
  const isChanged = (setting: Setting) => setting.key in drafts || setting.value !== setting.defaultValue;
  const wanted = filter.changed === true ? settings.filter(isChanged) : settings;
  const groups = findSettings(wanted, filter.q ?? '');
  const change = (setting: Setting, value: string | null) => {
    save.forget(setting.key);
    setDrafts(withDraft(drafts, setting, value));
  };
  return (
    <>
      <SettingsSearch
        filter={filter}
        onFilter={onFilter}
        found={groups.flatMap((group) => group.settings).length}
        changed={settings.filter(isChanged).length}
      />
      <RestartNote settings={settings} />
      {groups.length === 0 && <NothingFound query={filter.q} onAll={() => onFilter({})} />}
      {groups.map((group) => (
        <Panel key={group.category} title={group.category}>
          <p className={css['group']}>{group.help}</p>
          {group.settings.map((setting) => (
            <SettingRow
              key={setting.key}
              setting={setting}
              draft={drafts[setting.key]}
              problem={save.problems[setting.key]}
              onValue={(value) => change(setting, value)}
              onUndo={() => {
                const { [setting.key]: _, ...others } = drafts;
                save.forget(setting.key);
                setDrafts(others);
              }}
              onHistory={() => setLooked(setting)}
            />
          ))}
        </Panel>
      ))}
      <SaveBar settings={settings} drafts={drafts} save={save} onDiscard={() => setDrafts({})} />
      <HistoryDialog
        setting={looked}
        onClose={() => setLooked(undefined)}
        onUse={(setting, value) => {
          setLooked(undefined);
          change(setting, value);
        }}
      />
    </>
  );
}

function NothingFound({ query, onAll }: { readonly query: string | undefined; readonly onAll: () => void }) {
  return (
    <EmptyState
      icon="search"
      title={query === undefined ? t`Everything is at its default` : t`No settings found`}
      action={<Button onClick={onAll}>{t`Show all settings`}</Button>}
    >
      {query !== undefined && t`No setting has “${query}” in its name or help.`}
    </EmptyState>
  );
}
