import { t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import { Button } from '#ui/controls/button.tsx';
import { classNames } from '#ui/style/class-names.ts';
import { Note } from '#ui/feedback/notice.tsx';
import { Control } from './controls/control.tsx';
import { FieldTools } from './controls/field-tools.tsx';
import { type Field, listSections, sectionWords } from './fields.ts';
import css from './metadata-form.module.css';
import { SAVE_AND_CONTINUE, type Onward, SaveBar } from './save-bar.tsx';
import type { Editor, FieldState } from './use-editor.ts';
import { sourceWords, valueWords } from './value-words.ts';

interface MetadataFormProps {
  readonly editor: Editor;
  /** Follow-up of saving, such as editing the next book. */
  readonly onward?: Onward | undefined;
}

export function MetadataForm({ editor, onward }: MetadataFormProps) {
  const sections = listSections(editor.fields);
  return (
    <div className={css['layout']}>
      <SectionList sections={sections} editor={editor} />
      <form
        aria-label={t`Metadata`}
        noValidate
        className={css['form']}
        onSubmit={(event) => {
          event.preventDefault();
          const goesOn = event.nativeEvent.submitter?.getAttribute('name') === SAVE_AND_CONTINUE;
          focusField(editor.trySave(goesOn ? onward?.go : undefined));
        }}
        onKeyDown={(event) => {
          if (!(event.ctrlKey || event.metaKey) || event.key.toLowerCase() !== 's') return;
          event.preventDefault();
          if (editor.changed.length > 0) focusField(editor.trySave());
        }}
      >
        {sections.map((section) => (
          <section key={section} aria-labelledby={getSectionId(section)} className={css['section']}>
            <h2 id={getSectionId(section)} tabIndex={-1}>
              {sectionWords(section)}
            </h2>
            <div className={css['fields']}>
              {editor.fields
                .filter((field) => field.section === section)
                .map((field) => (
                  <FieldRow key={field.name} field={field} editor={editor} />
                ))}
            </div>
          </section>
        ))}
        <SaveBar editor={editor} onward={onward} />
      </form>
    </div>
  );
}

function getSectionId(section: string): string {
  return `section-${section.toLowerCase().replaceAll(' ', '-')}`;
}

/** Focuses an invalid field; undefined does nothing. */
function focusField(name: string | undefined): void {
  if (name === undefined) return;
  const row = document.querySelector(`[data-field="${CSS.escape(name)}"]`);
  row?.scrollIntoView({ block: 'center' });
  row?.querySelector<HTMLElement>('input, textarea, select, [data-problem]')?.focus({ preventScroll: true });
}

interface SectionListProps {
  readonly sections: readonly string[];
  readonly editor: Editor;
}

/** Section links; marks sections with changes. */
function SectionList({ sections, editor }: SectionListProps) {
  const changed = new Set(editor.changed.map(({ section }) => section));
  return (
    <nav aria-label={t`Sections`} className={css['sections']}>
      <ul>
        {sections.map((section) => (
          <li key={section}>
            <button
              type="button"
              onClick={() => {
                const heading = document.getElementById(getSectionId(section));
                heading?.focus({ preventScroll: true });
                heading?.scrollIntoView({ block: 'start' });
              }}
            >
              {sectionWords(section)}
              {changed.has(section) && <span className={css['dot']} title={t`Changed`} />}
            </button>
          </li>
        ))}
      </ul>
    </nav>
  );
}

interface FieldRowProps {
  readonly field: Field;
  readonly editor: Editor;
}

function FieldRow({ field, editor }: FieldRowProps) {
  const state = editor.getFieldState(field);
  return (
    <div
      data-field={field.name}
      data-changed={state.isChanged}
      className={classNames(css['row'], field.short !== true && css['wide'])}
    >
      <Control
        field={field}
        value={state.isReset ? null : state.value}
        onValue={state.set}
        aside={<FieldTools field={field} state={state} />}
        hint={formatHint(field, state, editor)}
        problem={state.problem}
        placeholder={field.name === 'title' ? editor.shownTitle : undefined}
      />
      {state.theirs !== undefined && <Conflict field={field} state={state} theirs={state.theirs} />}
    </div>
  );
}

/** The field's help and source, or the effect of the change. */
function formatHint(field: Field, state: FieldState, { known }: Editor): string | undefined {
  if (state.isReset) return t`Resets to the value of the files.`;
  const before = valueWords(field, known.values[field.name] ?? null);
  const from = state.isEdited ? t`Was: ${before}` : sourceWords(known.sources[field.name]);
  const parts = [field.hint, from].filter((part) => part !== undefined);
  return parts.length === 0 ? undefined : parts.join(' · ');
}

interface ConflictProps {
  readonly field: Field;
  readonly state: FieldState;
  readonly theirs: NonNullable<FieldState['theirs']> | null;
}

function Conflict({ field, state, theirs }: ConflictProps) {
  const value = valueWords(field, theirs);
  return (
    <div role="alert" className={css['conflict']}>
      <Note tone="warning">
        <Trans>
          Another user changed this meanwhile. It is now: <strong>{value}</strong>
        </Trans>
      </Note>
      <div className={css['choices']}>
        <Button onClick={state.keepMine}>{t`Keep mine`}</Button>
        <Button onClick={state.keep}>{t`Take theirs`}</Button>
      </div>
    </div>
  );
}
