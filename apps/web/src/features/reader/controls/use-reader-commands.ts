import { t } from '@lingui/core/macro';
import { useEffect, useRef } from 'react';
import type { KeyMap, ReaderAction } from '#entities/keys/key-map.ts';
import { ACTION_WORDS, showKey } from '#entities/keys/key-words.ts';
import { listShownKeys } from '#entities/keys/shown-keys.ts';
import { useKeys } from '#entities/keys/use-keys.ts';
import type { Definition } from '#entities/preferences/definition.ts';
import { PAGE_SETTINGS, type ReaderSettings, type SettingName } from '#entities/preferences/reading-options.ts';
import {
  type ChangeReadingOption,
  useChangeReadingOption,
  useReadingOptions,
} from '#entities/preferences/reading-store.ts';
import { type MenuItem, offerPageActions } from '#ui/overlays/page-actions.ts';
import type { FindDeed } from './reader-view.ts';

/** Options of one reader, as its panel shows them. */
export type ReaderOptions = readonly Readonly<Partial<Record<SettingName, Definition>>>[];

interface Reader {
  readonly title: string;
  readonly find: FindDeed;
  readonly options: ReaderOptions;
}

interface Commands extends Reader {
  readonly keys: KeyMap;
  readonly settings: ReaderSettings;
  readonly changeOption: ChangeReadingOption;
}

// the keys of ACTION_WORDS, in the order of the list of keys
const ACTIONS = Object.keys(ACTION_WORDS) as ReaderAction[];

const DIRECTION = t`Reading direction`;

/** What actions are about, where their own words do not say it. */
const SUBJECTS: Partial<Readonly<Record<ReaderAction, string>>> = {
  leftToRight: DIRECTION,
  rightToLeft: DIRECTION,
  vertical: DIRECTION,
  webtoon: DIRECTION,
  cycleLayout: PAGE_SETTINGS.layout.label,
};

function toAction(action: ReaderAction, { keys, settings }: Commands, find: FindDeed): MenuItem {
  const key = listShownKeys(keys, action).find((name) => settings.characterKeys || name.length > 1);
  const subject = SUBJECTS[action];
  return {
    label: ACTION_WORDS[action],
    ...(key === undefined ? {} : { keys: showKey(key) }),
    ...(subject === undefined ? {} : { words: subject }),
    run: () => find(action)?.(),
  };
}

/** One item for each value of an option that is chosen from a few. */
function toChoices(name: SettingName, definition: Definition, changeOption: ChangeReadingOption): readonly MenuItem[] {
  if (definition.kind !== 'choice') return [];
  return Object.entries(definition.labels).map(([value, choice]) => {
    const setting = definition.label;
    return { label: t`${setting}: ${choice}`, icon: 'settings', run: () => changeOption(name, value) };
  });
}

/** @param find what an action does when it is run */
function listItems(commands: Commands, find: FindDeed): readonly MenuItem[] {
  const actions = ACTIONS.filter((action) => commands.find(action) !== undefined);
  const options = commands.options.flatMap((group) => Object.entries(group));
  return [
    ...actions.map((action) => toAction(action, commands, find)),
    // a group is keyed by setting names
    ...options.flatMap(([name, option]) => toChoices(name as SettingName, option, commands.changeOption)),
  ];
}

/** Offers in the palette what the keys of the reader do, and the values of its options. */
export function useReaderCommands(reader: Reader): void {
  const commands: Commands = {
    ...reader,
    keys: useKeys(),
    settings: useReadingOptions(),
    changeOption: useChangeReadingOption(),
  };
  const latest = useRef(commands);
  useEffect(() => {
    latest.current = commands;
  });
  useEffect(
    () =>
      offerPageActions({
        get current() {
          const { title } = latest.current;
          return { title, items: listItems(latest.current, (action) => latest.current.find(action)) };
        },
      }),
    [],
  );
}
