import { t } from '@lingui/core/macro';
import { useQuery } from '@tanstack/react-query';
import { addIncluded, API_KEY_PRESETS } from '@lectern/contract/permissions';
import { PermissionFields } from '#entities/user/permission-fields.tsx';
import { currentUserQuery } from '#entities/user/queries.ts';
import { ChoiceList } from '#ui/controls/choice-list.tsx';
import type { KeyDraft, PresetId } from './key-draft.ts';
import { PRESET_WORDS } from './preset-words.ts';

interface PresetFieldsProps {
  readonly draft: Pick<KeyDraft, 'preset' | 'custom'>;
  readonly onChange: (changed: Partial<KeyDraft>) => void;
}

const PRESETS: readonly PresetId[] = [...API_KEY_PRESETS.map(({ id }) => id), 'custom'];
const CHOICES = PRESETS.map((id) => ({ value: id, label: PRESET_WORDS[id].name, sentence: PRESET_WORDS[id].sentence }));

/** Permission choices of a key; offers only what its owner may do. */
export function PresetFields({ draft, onChange }: PresetFieldsProps) {
  const { data: user } = useQuery(currentUserQuery());
  const offered = addIncluded(user?.effectivePermissions ?? []);
  const choose = (preset: PresetId) => {
    const begun = API_KEY_PRESETS.find(({ id }) => id === draft.preset)?.permissions;
    const isFirst = preset === 'custom' && draft.custom.length === 0 && begun !== undefined;
    onChange({ preset, ...(isFirst ? { custom: begun } : {}) });
  };
  return (
    <ChoiceList legend={t`Permissions`} choices={CHOICES} value={draft.preset} onValue={choose}>
      {draft.preset === 'custom' && (
        <PermissionFields value={draft.custom} onValue={(custom) => onChange({ custom })} offered={offered} />
      )}
    </ChoiceList>
  );
}
