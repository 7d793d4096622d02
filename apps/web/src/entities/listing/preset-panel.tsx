import { t } from '@lingui/core/macro';
import { useQuery } from '@tanstack/react-query';
import type { FilterPreset } from '@lectern/contract';
import { useState } from 'react';
import type { ListQuery } from '#entities/condition/list-query.ts';
import { useNames } from '#entities/condition/use-names.ts';
import { conditionWords } from '#entities/condition/words.ts';
import { Button, IconButton } from '#ui/controls/button.tsx';
import { DropPanel } from '#ui/overlays/drop-panel.tsx';
import { CheckField, TextField } from '#ui/controls/field.tsx';
import { Menu } from '#ui/overlays/menu.tsx';
import css from './preset-panel.module.css';
import { presetsFor, presetsQuery, usePresets } from './presets.ts';

interface PresetPanelProps {
  readonly query: ListQuery;
  readonly onUse: (preset: FilterPreset) => void;
}

/** Applies saved filters and saves the current one. */
export function PresetPanel(props: PresetPanelProps) {
  return (
    <DropPanel label={t`Saved filters`} icon="bookmark">
      {(close) => <Presets {...props} onDone={close} />}
    </DropPanel>
  );
}

function Presets({ query, onUse, onDone }: PresetPanelProps & { readonly onDone: () => void }) {
  const { target, libraryId } = query;
  const { data: all } = useQuery(presetsQuery(target));
  const { keep } = usePresets(target);
  const presets = presetsFor(query, all ?? []);
  const use = (preset: FilterPreset) => {
    onUse(preset);
    onDone();
  };
  const save = (name: string, onlyHere: boolean) => {
    const scope = libraryId === undefined ? 'search' : 'list';
    keep.mutate({ name, scope, target, libraryId: onlyHere ? (libraryId ?? null) : null, ...toPresetBody(query) });
    onDone();
  };
  return (
    <div className={css['panel']}>
      {all !== undefined && presets.length === 0 && <p className={css['none']}>{t`No saved filters yet.`}</p>}
      <ul aria-label={t`Saved filters`} className={css['list']}>
        {presets.map((preset) => (
          <PresetLine key={preset.id} preset={preset} query={query} onUse={() => use(preset)} />
        ))}
      </ul>
      {isFiltered(query) && <SaveForm inLibrary={libraryId !== undefined} onSave={save} />}
    </div>
  );
}

function isFiltered({ condition, fullTextSearch }: ListQuery): boolean {
  return condition !== undefined || fullTextSearch !== undefined;
}

/** The part of a list that a preset stores. */
function toPresetBody({ condition, fullTextSearch, sort }: ListQuery) {
  return { condition: condition ?? { allOf: [] }, query: fullTextSearch ?? null, sort: sort ?? null };
}

interface PresetLineProps {
  readonly preset: FilterPreset;
  readonly query: ListQuery;
  readonly onUse: () => void;
}

function PresetLine({ preset, query, onUse }: PresetLineProps) {
  const { change, forget } = usePresets(query.target);
  const { name: presetName } = preset;
  const [renaming, setRenaming] = useState(false);
  if (renaming) {
    const rename = (name: string) => {
      setRenaming(false);
      if (name !== preset.name) change.mutate({ preset, body: { name } });
    };
    return (
      <li>
        <RenameForm name={preset.name} onName={rename} onLeave={() => setRenaming(false)} />
      </li>
    );
  }
  const replace = {
    label: t`Replace with the current filter`,
    icon: 'refresh',
    run: () => change.mutate({ preset, body: toPresetBody(query) }),
  } as const;
  return (
    <li className={css['preset']}>
      <PresetButton preset={preset} onUse={onUse} />
      <Menu
        label={t`Actions for ${presetName}`}
        items={[
          { label: t`Rename`, icon: 'edit', run: () => setRenaming(true) },
          ...(isFiltered(query) ? [replace] : []),
          { label: t`Delete`, icon: 'trash', apart: true, run: () => forget.mutate(preset) },
        ]}
      />
    </li>
  );
}

interface PresetButtonProps {
  readonly preset: FilterPreset;
  readonly onUse: () => void;
}

function PresetButton({ preset, onUse }: PresetButtonProps) {
  const { target, condition } = preset;
  const findName = useNames(target, condition);
  const { query } = preset;
  const words = conditionWords(target, condition, findName);
  return (
    <button type="button" className={css['use']} onClick={onUse}>
      <span className={css['name']}>{preset.name}</span>
      <span className={css['words']}>{query === null ? words : [t`“${query}”`, words].join(' · ')}</span>
    </button>
  );
}

interface RenameFormProps {
  readonly name: string;
  readonly onName: (name: string) => void;
  readonly onLeave: () => void;
}

function RenameForm({ name, onName, onLeave }: RenameFormProps) {
  const [text, setText] = useState(name);
  return (
    <form
      className={css['rename']}
      onSubmit={(event) => {
        event.preventDefault();
        if (text.trim() !== '') onName(text.trim());
      }}
    >
      <TextField label={t`New name`} value={text} onText={setText} maxLength={100} autoFocus />
      <Button type="submit">{t`Rename`}</Button>
      <IconButton icon="close" label={t`Cancel`} onClick={onLeave} />
    </form>
  );
}

interface SaveFormProps {
  readonly inLibrary: boolean;
  readonly onSave: (name: string, onlyHere: boolean) => void;
}

function SaveForm({ inLibrary, onSave }: SaveFormProps) {
  const [name, setName] = useState('');
  const [onlyHere, setOnlyHere] = useState(false);
  return (
    <form
      className={css['save']}
      onSubmit={(event) => {
        event.preventDefault();
        if (name.trim() !== '') onSave(name.trim(), onlyHere);
      }}
    >
      <TextField label={t`Save this filter as`} value={name} onText={setName} maxLength={100} autoComplete="off" />
      {inLibrary && <CheckField label={t`Only for this library`} checked={onlyHere} onChecked={setOnlyHere} />}
      <Button type="submit" look="primary" disabled={name.trim() === ''}>{t`Save`}</Button>
    </form>
  );
}
