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
  const [draft, setDraft] = useState(() => toTrackingDraft(tracking));
  const [asked, setAsked] = useState(false);
  const save = useChangeTracking(series.id, onClose);
  const missing = findTrackingProblem(draft);
  const problem = asked ? missing : undefined;
  const submit = () => {
    setAsked(true);
    if (missing !== undefined) return;
    save.mutate({ body: toTrackingUpdate(draft), say: `Other releases of “${series.title}” are looked for` });
  };
  return (
    <FormDialog
      title={`Releases of “${series.title}”`}
      action="Save"
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
  ['usual', 'As sure as usual'],
  ['high', 'Only when it is quite sure'],
  ['low', 'Also when it is doubtful'],
] as const satisfies readonly (readonly [Sureness, string])[];

interface FieldsProps {
  readonly draft: TrackingDraft;
  readonly problems: Readonly<Record<string, string>>;
  readonly onChange: (part: Partial<TrackingDraft>) => void;
}

function Fields({ draft, problems, onChange }: FieldsProps) {
  const options = draft.sureness === 'own' ? [...SURE, ['own', 'As it was set before'] as const] : SURE;
  return (
    <>
      <CheckField
        label="Look for volumes"
        checked={draft.trackVolumes}
        onChecked={(trackVolumes) => onChange({ trackVolumes })}
      />
      <CheckField
        label="Look for chapters"
        checked={draft.trackChapters}
        onChecked={(trackChapters) => onChange({ trackChapters })}
      />
      <div className={css['numbers']}>
        <TextField
          label="From volume"
          name="from-volume"
          inputMode="decimal"
          value={draft.fromVolume}
          onText={(fromVolume) => onChange({ fromVolume })}
          hint="Empty for all."
        />
        <TextField
          label="From chapter"
          name="from-chapter"
          inputMode="decimal"
          value={draft.fromChapter}
          onText={(fromChapter) => onChange({ fromChapter })}
          hint="Empty for all."
        />
      </div>
      <TextField
        label="Languages"
        name="languages"
        value={draft.languages}
        onText={(languages) => onChange({ languages })}
        problem={Object.entries(problems).find(([path]) => path.startsWith('languages'))?.[1]}
        hint="Such as en, pt-BR. Empty for those of the server."
        autoCapitalize="none"
        spellCheck={false}
      />
      <TextField
        label="Groups and uploaders"
        name="groups"
        value={draft.groups}
        onText={(groups) => onChange({ groups })}
        hint="With commas between them. Empty for all."
      />
      <SelectField
        label="Take a release for one of this series"
        value={draft.sureness}
        options={options}
        onValue={(sureness) => onChange({ sureness })}
      />
    </>
  );
}
