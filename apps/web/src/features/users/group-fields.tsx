import { t } from '@lingui/core/macro';
import type { AccessGroup, AccessGroupUpdate, AgeLimit } from '@lectern/contract';
import { type SubmitEvent, useState } from 'react';
import { useAccountChange } from '#entities/user/change-users.ts';
import { request } from '#lib/api.ts';
import { pickUnsaved } from '#lib/pick-unsaved.ts';
import { fieldProblems, generalProblem } from '#lib/problem.ts';
import { Button } from '#ui/controls/button.tsx';
import { TextField } from '#ui/controls/field.tsx';
import { Note } from '#ui/feedback/notice.tsx';
import { UnsavedGuard } from '#ui/feedback/unsaved-guard.tsx';
import { Panel } from '#ui/layout/page.tsx';
import { AgeFields } from '#entities/user/age-fields.tsx';
import { LibraryFields } from '#entities/user/library-fields.tsx';
import css from './user-page.module.css';

interface Draft {
  readonly name: string;
  readonly description: string | null;
  readonly libraryIds: readonly string[] | null;
  readonly ageLimit: AgeLimit | null;
}

function toUpdate({ libraryIds, ...sent }: Partial<Draft>): AccessGroupUpdate {
  return libraryIds === undefined ? sent : { ...sent, libraryIds: libraryIds === null ? null : [...libraryIds] };
}

/** Name, libraries and age limit of a group. */
export function GroupFields({ group }: { readonly group: AccessGroup }) {
  // edited fields only: the others keep following changes by other admins
  const [touched, setTouched] = useState<Partial<Draft>>({});
  const draft: Draft = { ...group, ...touched };
  const change = (changed: Partial<Draft>) => setTouched({ ...touched, ...changed });
  const isDirty = Object.keys(touched).length > 0;
  const save = useAccountChange({
    change: async (sent: Partial<Draft>) =>
      request('updateAccessGroup', { params: { id: group.id }, body: toUpdate(sent) }),
    say: ({ name }) => t`Access group ${name} saved`,
    onDone: (_, sent) => setTouched((now) => pickUnsaved(now, sent)),
    showsProblem: true,
  });
  const problems = fieldProblems(save.error);
  const problem = generalProblem(save.error, (path) => path === 'name');
  const submit = (event: SubmitEvent) => {
    event.preventDefault();
    if (!save.isPending) save.mutate(touched);
  };
  return (
    <Panel title={t`What members see`}>
      <form onSubmit={submit} className={css['fields']}>
        <TextField
          label={t`Name`}
          required
          maxLength={200}
          value={draft.name}
          onText={(name) => change({ name })}
          problem={problems['name']}
        />
        <TextField
          label={t`Description`}
          hint={t`Only admins see it.`}
          maxLength={2_000}
          value={draft.description ?? ''}
          onText={(description) => change({ description })}
        />
        <LibraryFields value={draft.libraryIds} onValue={(libraryIds) => change({ libraryIds })} isForGroup />
        <AgeFields value={draft.ageLimit} onValue={(ageLimit) => change({ ageLimit })} />
        {problem !== undefined && (
          <div role="alert">
            <Note tone="danger">{problem}</Note>
          </div>
        )}
        {isDirty && (
          <div className={css['buttons']}>
            <Button type="submit" look="primary" busy={save.isPending}>{t`Save`}</Button>
            <Button
              onClick={() => {
                setTouched({});
                save.reset();
              }}
            >{t`Undo`}</Button>
          </div>
        )}
      </form>
      <UnsavedGuard isDirty={isDirty} />
    </Panel>
  );
}
