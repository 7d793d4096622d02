import { t } from '@lingui/core/macro';
import type { ApiKey, CreatedApiKey, Permission } from '@lectern/contract';
import { useState } from 'react';
import { FactorNeeded } from '#entities/factor/factor-needed.tsx';
import { CurrentPasswordField } from '#entities/user/account-fields.tsx';
import { useAccountChange } from '#entities/user/change-users.ts';
import { request } from '#lib/api.ts';
import { fieldProblems, generalProblem } from '#lib/problem.ts';
import { TextField } from '#ui/controls/field.tsx';
import { FormDialog } from '#ui/overlays/form-dialog.tsx';
import { ExpiryFields } from './expiry-fields.tsx';
import { toKeyBody, toKeyDraft, type KeyDraft, createKeyDraft, type PresetId, findKeyProblem } from './key-draft.ts';
import { PresetFields } from './preset-fields.tsx';
import { type AppPlace, ShownKey } from './shown-key.tsx';

export interface KeyDialogProps {
  /** The key to edit; absent for a new one. */
  readonly apiKey?: ApiKey;
  readonly preset?: PresetId;
  /** Initial permissions for the preset `custom`. */
  readonly permissions?: readonly Permission[];
  readonly name?: string;
  /** Where the app of a new key finds the server; absent for the address of the web app. */
  readonly place?: AppPlace;
  readonly onClose: () => void;
}

export function KeyDialog({ apiKey, preset, permissions, name, place, onClose }: KeyDialogProps) {
  const [made, setMade] = useState<CreatedApiKey>();
  if (made !== undefined) return <ShownKey made={made} place={place} onClose={onClose} />;
  const begun = apiKey === undefined ? createKeyDraft(preset, name, permissions) : toKeyDraft(apiKey);
  return <KeyForm apiKey={apiKey} begun={begun} onMade={setMade} onClose={onClose} />;
}

/** Whether a refusal is answered by a field or a dialog of its own. */
const isAsked = (path: string): boolean => path === 'currentPassword' || path === 'secondFactor';

interface KeyFormProps extends Pick<KeyDialogProps, 'onClose'> {
  readonly apiKey: ApiKey | undefined;
  readonly begun: KeyDraft;
  readonly onMade: (made: CreatedApiKey) => void;
}

function KeyForm({ apiKey, begun, onMade, onClose }: KeyFormProps) {
  const [draft, setDraft] = useState(begun);
  const [asked, setAsked] = useState(false);
  const [currentPassword, setCurrentPassword] = useState('');
  const save = useSaveKey(apiKey, onMade, onClose);
  const passwordProblem = fieldProblems(save.error)['currentPassword'];
  // The server requires the password unless the login is recent.
  const [asksPassword, setAsksPassword] = useState(false);
  if (passwordProblem !== undefined && !asksPassword) setAsksPassword(true);
  const problem = asked ? findKeyProblem(draft, Date.now()) : undefined;
  const change = (changed: Partial<KeyDraft>) => setDraft({ ...draft, ...changed });
  const title = apiKey?.name ?? '';
  const submit = () => {
    setAsked(true);
    if (findKeyProblem(draft, Date.now()) === undefined) save.mutate({ draft, currentPassword });
  };
  return (
    <>
      <FactorNeeded refused={save} onConfirmed={submit} />
      <FormDialog
        title={apiKey === undefined ? t`New API key` : t`Edit “${title}”`}
        action={apiKey === undefined ? t`Create key` : t`Save`}
        wide
        isBusy={save.isPending}
        problem={problem ?? generalProblem(save.error, isAsked)}
        onClose={onClose}
        onSubmit={submit}
      >
        <TextField
          label={t`Name`}
          name="key-name"
          value={draft.name}
          onText={(text) => change({ name: text })}
          hint={t`The device or app that uses it. Create one key for each.`}
          required
          maxLength={100}
          autoComplete="off"
        />
        <PresetFields draft={draft} onChange={change} />
        <ExpiryFields draft={draft} expiresAt={apiKey?.expires_at ?? null} onChange={change} />
        {asksPassword && (
          <CurrentPasswordField
            value={currentPassword}
            onText={setCurrentPassword}
            problem={passwordProblem}
            autoFocus
          />
        )}
      </FormDialog>
    </>
  );
}

interface WantedKey {
  readonly draft: KeyDraft;
  /** Empty unless the server required it. */
  readonly currentPassword: string;
}

function useSaveKey(apiKey: ApiKey | undefined, onMade: (made: CreatedApiKey) => void, onSaved: () => void) {
  return useAccountChange({
    change: async ({ draft, currentPassword }: WantedKey) => {
      const body = toKeyBody(draft, Date.now());
      if (apiKey === undefined) {
        const proof = currentPassword === '' ? {} : { currentPassword };
        onMade(await request('createApiKey', { body: { ...body, ...proof } }));
        return;
      }
      await request('patchApiKey', { params: { id: apiKey.id }, body });
      onSaved();
    },
    showsProblem: true,
  });
}
