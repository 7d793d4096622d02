import { t } from '@lingui/core/macro';
import type { ReleaseTracking, Series } from '@lectern/contract';
import { useState } from 'react';
import { fieldProblems, problemSentence } from '#lib/problem.ts';
import { CheckField, SelectField, TextField } from '#ui/controls/field.tsx';
import { FormDialog } from '#ui/overlays/form-dialog.tsx';
import { AliasFields } from './alias-fields.tsx';
import { useChangeTracking } from './change-tracking.ts';
import css from './track-series.module.css';
import {
  toTrackingUpdate,
  toTrackingDraft,
  findTrackingProblem,
  type Sureness,
  type TrackingDraft,
} from './tracking-draft.ts';

interface TrackingDialogProps {
  readonly series: Series;
  readonly tracking: ReleaseTracking;
  readonly onClose: () => void;
}

export function TrackingDialog({ series, tracking, onClose }: TrackingDialogProps) {
  const { title } = series;
  const [draft, setDraft] = useState(() => toTrackingDraft(tracking));
  const [asked, setAsked] = useState(false);
  const save = useChangeTracking(series.id, onClose);
  const missing = findTrackingProblem(draft);
  const problem = asked ? missing : undefined;
  const submit = () => {
    setAsked(true);
    if (missing !== undefined) return;
    save.mutate({ body: toTrackingUpdate(draft), say: t`Saved the release settings of “${title}”` });
  };
  return (
    <FormDialog
      title={t`Releases of “${title}”`}
      action={t`Save`}
      wide
      isBusy={save.isPending}
      problem={problem ?? (save.isError ? problemSentence(save.error) : undefined)}
      onClose={onClose}
      onSubmit={submit}
      below={<AliasFields seriesId={series.id} />}
    >
      <Fields draft={draft} problems={fieldProblems(save.error)} onChange={(part) => setDraft({ ...draft, ...part })} />
    </FormDialog>
  );
}

const SURE = [
  ['usual', t`Normal`],
  ['high', t`Strict: only sure matches`],
  ['low', t`Loose: doubtful matches too`],
] as const satisfies readonly (readonly [Sureness, string])[];

interface FieldsProps {
  readonly draft: TrackingDraft;
  readonly problems: Readonly<Record<string, string>>;
  readonly onChange: (part: Partial<TrackingDraft>) => void;
}

function Fields({ draft, problems, onChange }: FieldsProps) {
  const options = draft.sureness === 'own' ? [...SURE, ['own', t`Custom`] as const] : SURE;
  return (
    <>
      <CheckField
        label={t`Track volumes`}
        checked={draft.trackVolumes}
        onChecked={(trackVolumes) => onChange({ trackVolumes })}
      />
      <CheckField
        label={t`Track chapters`}
        checked={draft.trackChapters}
        onChecked={(trackChapters) => onChange({ trackChapters })}
      />
      <div className={css['numbers']}>
        <TextField
          label={t`From volume`}
          name="from-volume"
          inputMode="decimal"
          value={draft.fromVolume}
          onText={(fromVolume) => onChange({ fromVolume })}
          hint={t`Leave empty for all.`}
        />
        <TextField
          label={t`From chapter`}
          name="from-chapter"
          inputMode="decimal"
          value={draft.fromChapter}
          onText={(fromChapter) => onChange({ fromChapter })}
          hint={t`Leave empty for all.`}
        />
      </div>
      <TextField
        label={t`Languages`}
        name="languages"
        value={draft.languages}
        onText={(languages) => onChange({ languages })}
        problem={Object.entries(problems).find(([path]) => path.startsWith('languages'))?.[1]}
        hint={t`For example en, pt-BR. Leave empty for the languages of the server.`}
        autoCapitalize="none"
        spellCheck={false}
      />
      <TextField
        label={t`Groups and uploaders`}
        name="groups"
        value={draft.groups}
        onText={(groups) => onChange({ groups })}
        hint={t`Separate with commas. Leave empty for all.`}
      />
      <SelectField
        label={t`Matching`}
        value={draft.sureness}
        options={options}
        onValue={(sureness) => onChange({ sureness })}
      />
    </>
  );
}
