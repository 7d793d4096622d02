import { t } from '@lingui/core/macro';
import type { ReleaseSource, ReleaseSourceKind } from '@lectern/contract';
import { useState } from 'react';
import { request } from '#lib/api.ts';
import { fieldProblems, generalProblem } from '#lib/problem.ts';
import { ChoiceList } from '#ui/controls/choice-list.tsx';
import { TextField } from '#ui/controls/field.tsx';
import { FormDialog } from '#ui/overlays/form-dialog.tsx';
import { useSourceChange, useUpdateSource } from './change-sources.ts';
import { FeedFields } from './feed-fields.tsx';
import {
  toSourceUpdate,
  toSourceDraft,
  NEW_SOURCE,
  toNewSource,
  findSourceProblem,
  type SourceDraft,
} from './source-draft.ts';
import { KIND_WORDS } from './source-words.ts';

interface SourceDialogProps {
  /** The source to edit; undefined for a new one. */
  readonly source: ReleaseSource | undefined;
  readonly onClose: () => void;
}

const KINDS = (['rss-uploader', 'rss-series', 'api-feed'] as const satisfies readonly ReleaseSourceKind[]).map(
  (value) => ({ value, ...KIND_WORDS[value] }),
);

export function SourceDialog({ source, onClose }: SourceDialogProps) {
  const [draft, setDraft] = useState(source === undefined ? NEW_SOURCE : toSourceDraft(source));
  const [asked, setAsked] = useState(false);
  const save = useSaveSource(source, onClose);
  const problems = fieldProblems(save.error);
  const change = (changed: Partial<SourceDraft>) => setDraft({ ...draft, ...changed });
  const missing = findSourceProblem(draft);
  const problem = asked ? missing : undefined;
  const submit = () => {
    setAsked(true);
    if (missing === undefined) save.send(draft);
  };
  return (
    <FormDialog
      title={source === undefined ? t`Add source` : editWords(source)}
      action={source === undefined ? t`Add` : t`Save`}
      wide
      isBusy={save.isPending}
      problem={problem ?? generalProblem(save.error, (path) => SHOWN.has(path))}
      onClose={onClose}
      onSubmit={submit}
    >
      <Fields draft={draft} problems={problems} isNew={source === undefined} onChange={change} />
    </FormDialog>
  );
}

function editWords({ displayName: name }: ReleaseSource): string {
  return t`Edit ${name}`;
}

interface FieldsProps {
  readonly draft: SourceDraft;
  readonly problems: Readonly<Record<string, string>>;
  /** The kind cannot change later. */
  readonly isNew: boolean;
  readonly onChange: (changed: Partial<SourceDraft>) => void;
}

function Fields({ draft, problems, isNew, onChange }: FieldsProps) {
  return (
    <>
      <TextField
        label={t`Name`}
        name="source-name"
        value={draft.displayName}
        onText={(displayName) => onChange({ displayName })}
        problem={problems['displayName']}
        required
        maxLength={200}
        autoComplete="off"
      />
      {isNew && (
        <ChoiceList legend={t`Type`} choices={KINDS} value={draft.kind} onValue={(kind) => onChange({ kind })} />
      )}
      {draft.kind !== 'api-feed' && <FeedFields draft={draft} problems={problems} onChange={onChange} />}
      <TextField
        label={t`Default language`}
        name="source-language"
        value={draft.language}
        onText={(language) => onChange({ language })}
        problem={problems['config.language']}
        hint={t`For releases that name none. For example en or pt-BR.`}
        maxLength={35}
        autoComplete="off"
        autoCapitalize="none"
        spellCheck={false}
      />
    </>
  );
}

/** Fields that show their own error. */
const SHOWN: ReadonlySet<string> = new Set(['displayName', 'config.url', 'config.language', 'cronSchedule']);

function useSaveSource(source: ReleaseSource | undefined, onDone: () => void) {
  const create = useSourceChange({
    change: async (draft: SourceDraft) => request('createReleaseSource', { body: toNewSource(draft) }),
    say: ({ displayName: name }) => t`Added “${name}”`,
    onDone,
    showsProblem: true,
  });
  const update = useUpdateSource(onDone);
  const { isPending, error } = source === undefined ? create : update;
  const send = (draft: SourceDraft) => {
    if (source === undefined) create.mutate(draft);
    else update.mutate({ source, body: toSourceUpdate(draft, source) });
  };
  return { send, isPending, error };
}
