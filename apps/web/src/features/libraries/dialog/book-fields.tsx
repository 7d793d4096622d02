import { t } from '@lingui/core/macro';
import { ChoiceList } from '#ui/controls/choice-list.tsx';
import { SelectField, TextArea, TextField } from '#ui/controls/field.tsx';
import { type Json, linesIn, textIn } from './config.ts';
import type { DraftFieldsProps } from './library-draft.ts';
import { lineProblem } from './problems.ts';
import { type BookStrategy, NUMBER_CHOICES, TITLE_CHOICES } from './strategies.ts';

export function BookFields(props: DraftFieldsProps) {
  const { draft, onChange } = props;
  const { bookStrategy, numberStrategy } = draft;
  return (
    <>
      <ChoiceList
        legend={t`The title of a book is`}
        choices={TITLE_CHOICES}
        value={bookStrategy}
        onValue={(strategy) => onChange({ bookStrategy: strategy })}
      >
        {bookStrategy === 'custom' && <CustomOptions {...props} />}
        {bookStrategy === 'smart' && <GenericPatterns {...props} />}
      </ChoiceList>
      <ChoiceList
        legend={t`The number of a book is`}
        choices={NUMBER_CHOICES}
        value={numberStrategy}
        onValue={(strategy) => onChange({ numberStrategy: strategy })}
      />
    </>
  );
}

function setIn({ draft, onChange }: DraftFieldsProps, key: string): (value: Json) => void {
  return (value) => onChange({ bookConfig: { ...draft.bookConfig, [key]: value } });
}

function GenericPatterns(props: DraftFieldsProps) {
  const lines = linesIn(props.draft.bookConfig, 'additionalGenericPatterns');
  const set = setIn(props, 'additionalGenericPatterns');
  return (
    <TextArea
      label={t`Titles that say nothing more`}
      value={lines}
      onText={(text) => set(text.split('\n'))}
      problem={lineProblem(props.problems, 'bookConfig.additionalGenericPatterns', lines)}
      placeholder={t`Band \\d+
Heft \\d+`}
      rows={3}
      hint={t`Regular expressions for whole titles, one on each line. “Vol. 3”, “Chapter 7” and their like are known already.`}
      spellCheck={false}
    />
  );
}

const FALLBACKS: readonly (readonly [Exclude<BookStrategy, 'custom'>, string])[] = [
  ['filename', t`The file name`],
  ['metadata_first', t`The title that the book states`],
  ['smart', t`Whichever says more`],
  ['series_name', t`Series and number`],
];

function CustomOptions(props: DraftFieldsProps) {
  const { draft, problems } = props;
  const fallback = FALLBACKS.find(([value]) => value === draft.bookConfig['fallback'])?.[0] ?? 'filename';
  return (
    <>
      <TextField
        label={t`Pattern for the file name`}
        value={textIn(draft.bookConfig, 'pattern')}
        onText={setIn(props, 'pattern')}
        problem={problems['bookConfig.pattern']}
        placeholder="^(?<volume>\d+) - (?<title>.+)$"
        hint={t`A regular expression on the name without its ending. Groups named title, volume and chapter are taken.`}
        spellCheck={false}
        autoCapitalize="none"
      />
      <TextField
        label={t`Title`}
        value={textIn(draft.bookConfig, 'titleTemplate')}
        onText={setIn(props, 'titleTemplate')}
        problem={problems['bookConfig.titleTemplate']}
        placeholder="{title}"
        hint={t`Names of groups in braces, such as “{series} {volume}: {title}”; {filename} is the whole name.`}
        spellCheck={false}
        autoCapitalize="none"
      />
      <SelectField
        label={t`Where the pattern does not match`}
        value={fallback}
        options={FALLBACKS}
        onValue={setIn(props, 'fallback')}
      />
    </>
  );
}
