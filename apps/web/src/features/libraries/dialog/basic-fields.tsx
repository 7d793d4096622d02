import { t } from '@lingui/core/macro';
import { useState } from 'react';
import { folderName } from '#entities/folder/folder-name.ts';
import { FolderPicker } from '#entities/folder/folder-picker.tsx';
import { DIRECTION_CHOICES, KIND_CHOICES, KIND_HINTS, type LibraryKind } from '#entities/library/kind-words.ts';
import { useMay } from '#entities/user/use-may.ts';
import { Button } from '#ui/controls/button.tsx';
import { SelectField, TextField } from '#ui/controls/field.tsx';
import { getOptionMark, LIBRARY_OPTIONS } from '../library-options.ts';
import css from './library-dialog.module.css';
import { OptionPlace } from './option-place.tsx';
import type { DraftFieldsProps } from './library-draft.ts';

interface BasicFieldsProps extends DraftFieldsProps {
  readonly onKind: (kind: LibraryKind) => void;
  /** Sentences that say why the kind was chosen by itself; empty when the user chose it. */
  readonly reasons: readonly string[];
}

export function BasicFields({ draft, problems, onChange, onKind, reasons }: BasicFieldsProps) {
  const [picking, setPicking] = useState(false);
  const browses = useMay('SystemAdmin');
  return (
    <>
      <div className={browses ? css['folder'] : undefined} data-setting={getOptionMark('path')}>
        <TextField
          label={LIBRARY_OPTIONS.path.label}
          value={draft.path}
          onText={(path) => onChange({ path })}
          problem={problems['path']}
          hint={
            browses
              ? t`A folder on the server. Lectern only reads its files.`
              : t`A folder on the server, inside the folders that an admin allows. Lectern only reads its files.`
          }
          spellCheck={false}
          autoCapitalize="none"
        />
        {browses && <Button icon="folder" onClick={() => setPicking(true)}>{t`Choose`}</Button>}
      </div>
      <FolderPicker
        open={picking}
        start={draft.path.trim() === '' ? undefined : draft.path.trim()}
        onClose={() => setPicking(false)}
        onPick={(path) => onChange(draft.name === '' ? { path, name: folderName(path) } : { path })}
      />
      <OptionPlace name="name">
        <TextField
          label={LIBRARY_OPTIONS.name.label}
          value={draft.name}
          onText={(name) => onChange({ name })}
          problem={problems['name']}
        />
      </OptionPlace>
      <div className={css['pair']}>
        <OptionPlace name="kind">
          <SelectField
            label={LIBRARY_OPTIONS.kind.label}
            value={draft.kind}
            options={KIND_CHOICES}
            onValue={onKind}
            hint={[KIND_HINTS[draft.kind], ...(reasons.length === 0 ? [] : [guessed(reasons.join(' '))])].join(' ')}
          />
        </OptionPlace>
        <OptionPlace name="direction">
          <SelectField
            label={LIBRARY_OPTIONS.direction.label}
            value={draft.direction}
            options={DIRECTION_CHOICES}
            onValue={(direction) => onChange({ direction })}
            hint={LIBRARY_OPTIONS.direction.help}
          />
        </OptionPlace>
      </div>
    </>
  );
}

function guessed(reason: string): string {
  return t`Chosen by itself: ${reason}`;
}
