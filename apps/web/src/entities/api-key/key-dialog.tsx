import type { ApiKey, CreatedApiKey } from '@lectern/contract';
import { type SubmitEvent, useId, useState } from 'react';
import { useAccountChange } from '#entities/user/change-users.ts';
import { request } from '#lib/api.ts';
import { problemSentence } from '#lib/problem.ts';
import { Button } from '#ui/button.tsx';
import { Dialog } from '#ui/dialog.tsx';
import { TextField } from '#ui/field.tsx';
import { Note } from '#ui/notice.tsx';
import { ExpiryFields } from './expiry-fields.tsx';
import { bodyOf, draftOf, type KeyDraft, newDraft, type PresetId, problemOf } from './key-draft.ts';
import { PresetFields } from './preset-fields.tsx';
import { ShownKey } from './shown-key.tsx';

export interface KeyDialogProps {
  /** The key to change; a new one is made without. */
  readonly apiKey?: ApiKey;
  /** What a new one begins with. */
  readonly preset?: PresetId;
  readonly name?: string;
  readonly onClose: () => void;
}

/** Makes a key and shows it, this once; or changes one. */
export function KeyDialog({ apiKey, preset, name, onClose }: KeyDialogProps) {
  const [made, setMade] = useState<CreatedApiKey>();
  if (made !== undefined) return <ShownKey made={made} onClose={onClose} />;
  const begun = apiKey === undefined ? newDraft(preset, name) : draftOf(apiKey);
  return <KeyForm apiKey={apiKey} begun={begun} onMade={setMade} onClose={onClose} />;
}

interface KeyFormProps extends Pick<KeyDialogProps, 'onClose'> {
  readonly apiKey: ApiKey | undefined;
  readonly begun: KeyDraft;
  readonly onMade: (made: CreatedApiKey) => void;
}

function KeyForm({ apiKey, begun, onMade, onClose }: KeyFormProps) {
  const formId = useId();
  const [draft, setDraft] = useState(begun);
  const [asked, setAsked] = useState(false);
  const save = useSaveKey(apiKey, onMade, onClose);
  const problem = asked ? problemOf(draft, Date.now()) : undefined;
  const change = (changed: Partial<KeyDraft>) => setDraft({ ...draft, ...changed });
  const submit = (event: SubmitEvent) => {
    event.preventDefault();
    setAsked(true);
    if (problemOf(draft, Date.now()) === undefined && !save.isPending) save.mutate(draft);
  };
  return (
    <Dialog
      title={apiKey === undefined ? 'New API key' : `Change “${apiKey.name}”`}
      open
      wide
      onClose={onClose}
      actions={
        <>
          <Button onClick={onClose}>Leave it</Button>
          <Button type="submit" form={formId} look="primary" busy={save.isPending}>
            {apiKey === undefined ? 'Make the key' : 'Save'}
          </Button>
        </>
      }
    >
      <form id={formId} onSubmit={submit}>
        <TextField
          label="Name"
          name="key-name"
          value={draft.name}
          onText={(text) => change({ name: text })}
          hint="The device or app that uses it. One key for each keeps them apart."
          required
          maxLength={100}
          autoComplete="off"
        />
        <PresetFields draft={draft} onChange={change} />
        <ExpiryFields draft={draft} expiresAt={apiKey?.expires_at ?? null} onChange={change} />
        <div role="alert">
          {problem !== undefined && <Note tone="danger">{problem}</Note>}
          {problem === undefined && save.isError && <Note tone="danger">{problemSentence(save.error)}</Note>}
        </div>
      </form>
    </Dialog>
  );
}

function useSaveKey(apiKey: ApiKey | undefined, onMade: (made: CreatedApiKey) => void, onSaved: () => void) {
  return useAccountChange({
    change: async (draft: KeyDraft) => {
      const body = bodyOf(draft, Date.now());
      if (apiKey === undefined) {
        onMade(await request('createApiKey', { body }));
        return;
      }
      await request('patchApiKey', { params: { id: apiKey.id }, body });
      onSaved();
    },
    showsProblem: true,
  });
}
