import { plural, t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import { problemSentence } from '#lib/problem.ts';
import { Button } from '#ui/controls/button.tsx';
import { Note } from '#ui/feedback/notice.tsx';
import type { Field } from './fields.ts';
import css from './save-bar.module.css';
import { Conflicted } from './save.ts';
import type { Editor } from './use-editor.ts';
import { valueWords } from './value-words.ts';

const ONWARD_LABELS = { next: t`Save and edit next` } as const;

export interface Onward {
  /** Names the label of the button that saves and continues. */
  readonly words: keyof typeof ONWARD_LABELS;
  readonly go: () => void;
}

/** Name of the button that saves and continues. */
export const SAVE_AND_CONTINUE = 'onward';

interface SaveBarProps {
  readonly editor: Editor;
  readonly onward?: Onward | undefined;
}

/** Unsaved changes with old and new values; hidden without changes. */
export function SaveBar({ editor, onward }: SaveBarProps) {
  const { changed, save, problems, conflicts } = editor;
  if (changed.length === 0) return null;
  const count = changed.length;
  const wrong = Object.keys(problems).length + conflicts.length;
  const refusal = findRefusal(editor);
  return (
    <div role="group" aria-label={t`Unsaved changes`} className={css['bar']}>
      <div role="alert" className={css['refusal']}>
        {refusal !== undefined && <Note tone="danger">{refusal}</Note>}
      </div>
      <details className={css['changes']}>
        <summary>
          <span role="status">{plural(count, { one: '# unsaved change', other: '# unsaved changes' })}</span>
          {wrong > 0 && (
            <span className={css['wrong']}>
              {plural(wrong, { one: '# field to check', other: '# fields to check' })}
            </span>
          )}
          <span className={css['look']}>{t`Before and after`}</span>
        </summary>
        <ChangeList editor={editor} />
      </details>
      <div className={css['buttons']}>
        <Button onClick={editor.discard}>{t`Discard`}</Button>
        {onward !== undefined && (
          <Button type="submit" name={SAVE_AND_CONTINUE} busy={save.isPending}>
            {ONWARD_LABELS[onward.words]}
          </Button>
        )}
        <Button type="submit" look="primary" busy={save.isPending}>{t`Save`}</Button>
      </div>
    </div>
  );
}

function findRefusal({ save, problems }: Editor): string | undefined {
  const { error } = save;
  if (error === null) return undefined;
  if (error instanceof Conflicted)
    return t`Nothing was saved: another user changed the same fields meanwhile. Check the marked fields.`;
  return Object.keys(problems).length > 0 ? t`Nothing was saved. Check the marked fields.` : problemSentence(error);
}

function ChangeList({ editor }: { readonly editor: Editor }) {
  return (
    <dl className={css['list']}>
      {editor.changed.map((field) => (
        <div key={field.name}>
          <dt>{field.label}</dt>
          <dd>
            <Change field={field} editor={editor} />
          </dd>
        </div>
      ))}
    </dl>
  );
}

function Change({ field, editor }: { readonly field: Field; readonly editor: Editor }) {
  const { isEdited, isReset, isLocked, value } = editor.getFieldState(field);
  const before = valueWords(field, editor.known.values[field.name] ?? null);
  if (isReset) return <BeforeAfter before={before} after={t`Value of the files`} />;
  if (isEdited) return <BeforeAfter before={before} after={valueWords(field, value)} />;
  return isLocked ? t`Will be locked` : t`Will be unlocked`;
}

interface BeforeAfterProps {
  readonly before: string;
  readonly after: string;
}

export function BeforeAfter({ before, after }: BeforeAfterProps) {
  return (
    <Trans>
      <del>{before}</del>
      <span aria-hidden="true"> → </span>
      <span className="visually-hidden"> becomes </span>
      <ins>{after}</ins>
    </Trans>
  );
}
