import { t } from '@lingui/core/macro';
import { LANGUAGE } from '#lib/locale.ts';
import { ChoiceList } from '#ui/controls/choice-list.tsx';
import { SelectField, TextArea, TextField } from '#ui/controls/field.tsx';
import { LIBRARY_OPTIONS } from '../library-options.ts';
import { type Json, linesIn, textIn } from './config.ts';
import { OptionPlace } from './option-place.tsx';
import type { DraftFieldsProps } from './library-draft.ts';
import { lineProblem } from './problems.ts';
import { type BookStrategy, NUMBER_CHOICES, TITLE_CHOICES } from './strategies.ts';

export function BookFields(props: DraftFieldsProps) {
  const { draft, onChange } = props;
  const { bookStrategy, numberStrategy } = draft;
  return (
    <>
      <OptionPlace name="bookStrategy">
        <ChoiceList
          legend={LIBRARY_OPTIONS.bookStrategy.label}
          choices={TITLE_CHOICES}
          value={bookStrategy}
          onValue={(strategy) => onChange({ bookStrategy: strategy })}
        >
          {bookStrategy === 'custom' && <CustomOptions {...props} />}
          {bookStrategy === 'smart' && <GenericPatterns {...props} />}
        </ChoiceList>
      </OptionPlace>
      <OptionPlace name="numberStrategy">
        <ChoiceList
          legend={LIBRARY_OPTIONS.numberStrategy.label}
          choices={NUMBER_CHOICES}
          value={numberStrategy}
          onValue={(strategy) => onChange({ numberStrategy: strategy })}
        />
      </OptionPlace>
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
      label={t`Generic titles`}
      value={lines}
      onText={(text) => set(text.split('\n'))}
      problem={lineProblem(props.problems, 'bookConfig.additionalGenericPatterns', lines)}
      placeholder={'Band \\d+\nHeft \\d+'}
      rows={3}
      hint={t`Regular expressions for whole titles, one per line. “Vol. 3”, “Chapter 7” and the like are already known.`}
      spellCheck={false}
    />
  );
}

const FALLBACKS: readonly (readonly [Exclude<BookStrategy, 'custom'>, string])[] = [
  ['filename', t`File name`],
  ['metadata_first', t`Title in the metadata`],
  ['smart', t`Whichever says more`],
  ['series_name', t`Series and number`],
];

/** Names that the server reads from a pattern and fills into a template. */
const GROUPS = new Intl.ListFormat(LANGUAGE).format(['title', 'volume', 'chapter']);
const TEMPLATE = '{series} {volume}: {title}';
const WHOLE_NAME = '{filename}';

function CustomOptions(props: DraftFieldsProps) {
  const { draft, problems } = props;
  const fallback = FALLBACKS.find(([value]) => value === draft.bookConfig['fallback'])?.[0] ?? 'filename';
  return (
    <>
      <TextField
        label={t`File name pattern`}
        value={textIn(draft.bookConfig, 'pattern')}
        onText={setIn(props, 'pattern')}
        problem={problems['bookConfig.pattern']}
        placeholder="^(?<volume>\d+) - (?<title>.+)$"
        hint={t`A regular expression for the name without its extension. Named groups it can have: ${GROUPS}.`}
        spellCheck={false}
        autoCapitalize="none"
      />
      <TextField
        label={t`Title template`}
        value={textIn(draft.bookConfig, 'titleTemplate')}
        onText={setIn(props, 'titleTemplate')}
        problem={problems['bookConfig.titleTemplate']}
        placeholder="{title}"
        hint={t`Group names in braces, such as “${TEMPLATE}”. ${WHOLE_NAME} is the whole name.`}
        spellCheck={false}
        autoCapitalize="none"
      />
      <SelectField
        label={t`If the pattern does not match`}
        value={fallback}
        options={FALLBACKS}
        onValue={setIn(props, 'fallback')}
      />
    </>
  );
}
