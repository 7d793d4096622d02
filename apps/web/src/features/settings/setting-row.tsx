import { t } from '@lingui/core/macro';
import type { Setting } from '@lectern/contract';
import { useId } from 'react';
import { formatAgo } from '#lib/format.ts';
import { Button } from '#ui/controls/button.tsx';
import { Icon } from '#ui/pictures/icon.tsx';
import { SettingControl } from './controls/setting-control.tsx';
import { type Draft, draftedValue } from './drafts.ts';
import { SettingHelp } from './setting-help.tsx';
import { numberProblem, rangeWords, valueWords } from './setting-words.ts';
import css from './settings-page.module.css';

interface SettingRowProps {
  readonly setting: Setting;
  readonly draft: Draft | undefined;
  /** Server error for the value. */
  readonly problem: string | undefined;
  /** Null for the default. */
  readonly onValue: (value: string | null) => void;
  readonly onUndo: () => void;
  readonly onHistory: () => void;
}

export function SettingRow(props: SettingRowProps) {
  const { setting, draft } = props;
  const id = useId();
  const isDefault = draft === undefined ? setting.value === setting.defaultValue : draft.value === null;
  return (
    <div
      className={css['row']}
      data-setting={setting.key}
      data-drafted={draft !== undefined}
      role="group"
      aria-labelledby={`${id}-label`}
    >
      <div className={css['about']}>
        <label id={`${id}-label`} htmlFor={id} className={css['label']}>
          {setting.label}
        </label>
        <Tags setting={setting} isDrafted={draft !== undefined} isDefault={isDefault} />
        <p id={`${id}-help`} className={css['help']}>
          <SettingHelp text={setting.description} />
        </p>
      </div>
      <div className={css['control']}>
        <Value {...props} id={id} />
        {draft !== undefined && draft.version !== setting.version && (
          <p className={css['meanwhile']}>{meanwhileWords(setting)}</p>
        )}
        <Acts {...props} isDefault={isDefault} />
      </div>
    </div>
  );
}

/** The control with its error and range. */
function Value({ setting, draft, problem, onValue, id }: SettingRowProps & { readonly id: string }) {
  const value = setting.isSensitive ? (draft?.value ?? '') : draftedValue(setting, draft);
  const isOwn = draft !== undefined && draft.value !== null;
  const wrong = isOwn ? (problem ?? numberProblem(setting, value)) : undefined;
  return (
    <>
      <SettingControl
        setting={setting}
        id={id}
        describedBy={`${id}-problem ${id}-help ${id}-facts`}
        isWrong={wrong !== undefined}
        value={value}
        onValue={onValue}
      />
      <p id={`${id}-problem`} role="alert" className={css['problem']}>
        {wrong !== undefined && (
          <>
            <Icon name="warning" size={16} /> {wrong}
          </>
        )}
      </p>
      <p id={`${id}-facts`} className={css['facts']}>
        {formatFacts(setting)}
      </p>
    </>
  );
}

function Acts({
  setting,
  draft,
  isDefault,
  onValue,
  onUndo,
  onHistory,
}: SettingRowProps & Pick<TagsProps, 'isDefault'>) {
  const { label } = setting;
  return (
    <div className={css['acts']}>
      {draft !== undefined && (
        <Button look="quiet" aria-label={t`Undo the change of ${label}`} onClick={onUndo}>{t`Undo`}</Button>
      )}
      {!isDefault && (
        <Button look="quiet" aria-label={t`Reset ${label}`} onClick={() => onValue(null)}>{t`Reset`}</Button>
      )}
      {setting.updatedAt !== null && (
        <Button look="quiet" aria-label={t`History of ${label}`} onClick={onHistory}>{t`History`}</Button>
      )}
    </div>
  );
}

interface TagsProps {
  readonly setting: Setting;
  readonly isDrafted: boolean;
  readonly isDefault: boolean;
}

function Tags({ setting, isDrafted, isDefault }: TagsProps) {
  const tags = [
    ...(isDrafted ? ([['draft', t`Not saved`]] as const) : []),
    ...(isDrafted || isDefault ? [] : ([['changed', t`Changed`]] as const)),
    ...(setting.requiresRestart ? ([['restart', t`Needs a restart`]] as const) : []),
  ];
  if (tags.length === 0) return null;
  return (
    <span className={css['tags']}>
      {tags.map(([tag, words]) => (
        <span key={tag} className={css['tag']} data-tag={tag}>
          {words}
        </span>
      ))}
    </span>
  );
}

function formatFacts(setting: Setting): string {
  const { updatedAt, updatedByName, isSensitive, defaultValue } = setting;
  const range = rangeWords(setting);
  const usual = valueWords(setting, defaultValue);
  return [
    ...(isSensitive ? [] : [t`Default: ${usual}`]),
    ...(range === undefined ? [] : [range]),
    ...(updatedAt === null ? [] : [changeWords(updatedAt, updatedByName)]),
  ].join(' · ');
}

function changeWords(updatedAt: string, name: string | null): string {
  const ago = formatAgo(updatedAt, Date.now());
  return name === null ? t`Set ${ago}` : t`Set by ${name} ${ago}`;
}

/** Another value was saved since the draft began. */
function meanwhileWords(setting: Setting): string {
  const { isSensitive, updatedByName: name } = setting;
  if (isSensitive) return t`It was changed meanwhile. Saving replaces it with yours.`;
  const value = valueWords(setting, setting.value);
  return name === null
    ? t`It was set to ${value} meanwhile. Saving replaces it with yours.`
    : t`${name} set it to ${value} meanwhile. Saving replaces it with yours.`;
}
