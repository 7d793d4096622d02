import { t } from '@lingui/core/macro';
import type { NoticeTarget } from '@lectern/contract';
import { useState } from 'react';
import { fieldProblems, generalProblem } from '#lib/problem.ts';
import { CheckField, PasswordField, TextField } from '#ui/controls/field.tsx';
import { ChoiceList } from '#ui/controls/choice-list.tsx';
import { FormDialog } from '#ui/overlays/form-dialog.tsx';
import { newDraft, type TargetDraft, toDraft, toNewTarget, toTargetUpdate, withKind } from './target-draft.ts';
import { useCreateTarget, useUpdateTarget } from './target-requests.ts';
import css from './notifications-page.module.css';
import { KIND_WORDS, listKinds, TARGET_TYPES, type TargetScope, TYPE_WORDS } from './target-words.ts';

interface TargetDialogProps {
  readonly scope: TargetScope;
  /** The target to edit; undefined for a new one. */
  readonly target: NoticeTarget | undefined;
  readonly onClose: () => void;
}

/** Fields that show their own error. */
const SHOWN: ReadonlySet<string> = new Set(['name', 'url', 'secret', 'address']);

const CHOICES = TARGET_TYPES.map((value) => ({
  value,
  label: TYPE_WORDS[value].label,
  sentence: TYPE_WORDS[value].sentence,
}));

export function TargetDialog({ scope, target, onClose }: TargetDialogProps) {
  const [draft, setDraft] = useState(target === undefined ? newDraft(scope) : toDraft(target));
  const create = useCreateTarget(scope, onClose);
  const update = useUpdateTarget(scope, onClose);
  const { isPending, error } = target === undefined ? create : update;
  const submit = () => {
    if (target === undefined) create.mutate(toNewTarget(draft));
    else update.mutate({ id: target.id, body: toTargetUpdate(draft) });
  };
  return (
    <FormDialog
      title={target === undefined ? t`Add channel` : editWords(target)}
      action={target === undefined ? t`Add` : t`Save`}
      wide
      isBusy={isPending}
      problem={generalProblem(error, (path) => SHOWN.has(path))}
      onClose={onClose}
      onSubmit={submit}
    >
      <TextField
        label={t`Name`}
        name="target-name"
        value={draft.name}
        onText={(name) => setDraft({ ...draft, name })}
        problem={fieldProblems(error)['name']}
        required
        maxLength={100}
        autoComplete="off"
      />
      {target === undefined && (
        <ChoiceList
          legend={t`Type`}
          choices={CHOICES}
          value={draft.type}
          onValue={(type) => setDraft({ ...draft, type })}
        />
      )}
      <AddressFields
        scope={scope}
        draft={draft}
        isNew={target === undefined}
        problems={fieldProblems(error)}
        onDraft={setDraft}
      />
      <KindFields scope={scope} draft={draft} onDraft={setDraft} />
    </FormDialog>
  );
}

function editWords({ name }: NoticeTarget): string {
  return t`Edit ${name}`;
}

interface FieldsProps {
  readonly scope: TargetScope;
  readonly draft: TargetDraft;
  readonly onDraft: (draft: TargetDraft) => void;
}

interface AddressFieldsProps extends FieldsProps {
  readonly isNew: boolean;
  readonly problems: Readonly<Record<string, string>>;
}

function AddressFields({ scope, draft, isNew, problems, onDraft }: AddressFieldsProps) {
  const words = TYPE_WORDS[draft.type];
  const { example, secretHint: hint } = words;
  const keptHint =
    hint === '' ? t`Leave empty to keep the stored secret.` : t`${hint} Leave empty to keep the stored secret.`;
  if (words.address === undefined) {
    if (scope === 'user') return <p>{t`Mail goes to the address of your account.`}</p>;
    return (
      <TextField
        label={t`Mail address`}
        name="target-mail"
        type="email"
        value={draft.address}
        onText={(address) => onDraft({ ...draft, address })}
        problem={problems['address']}
        hint={isNew ? undefined : t`Leave empty to keep the stored address.`}
        required={isNew}
        autoComplete="off"
      />
    );
  }
  return (
    <>
      <TextField
        label={words.address}
        name="target-address"
        type="url"
        value={draft.url}
        onText={(url) => onDraft({ ...draft, url })}
        problem={problems['url']}
        hint={isNew ? t`For example ${example}` : t`For example ${example}. Leave empty to keep the stored address.`}
        required={isNew}
        autoComplete="off"
        spellCheck={false}
      />
      {words.secret !== undefined && (
        <PasswordField
          label={words.secret}
          name="target-secret"
          value={draft.secret}
          onText={(secret) => onDraft({ ...draft, secret })}
          problem={problems['secret']}
          hint={isNew ? hint : keptHint}
          autoComplete="off"
        />
      )}
    </>
  );
}

function KindFields({ scope, draft, onDraft }: FieldsProps) {
  return (
    <fieldset className={css['kinds']}>
      <legend>{t`Notify about`}</legend>
      {listKinds(scope).map((kind) => (
        <CheckField
          key={kind}
          label={KIND_WORDS[kind].label}
          hint={KIND_WORDS[kind].hint}
          checked={draft.kinds.includes(kind)}
          onChecked={(isWanted) => onDraft(withKind(draft, kind, isWanted))}
        />
      ))}
    </fieldset>
  );
}
