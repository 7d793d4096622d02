import { t } from '@lingui/core/macro';
import type { ReactNode } from 'react';
import { ChoiceList } from '#ui/controls/choice-list.tsx';
import { CheckField, SelectField, TextArea, TextField } from '#ui/controls/field.tsx';
import { type Config, flagIn, type Json, linesIn, textIn } from './config.ts';
import type { DraftFieldsProps } from './library-draft.ts';
import { lineProblem, type Problems } from './problems.ts';
import { SERIES_CHOICES, type SeriesStrategy } from './strategies.ts';

export function SeriesFields({ draft, problems, onChange }: DraftFieldsProps) {
  const { seriesStrategy, seriesConfig } = draft;
  const Options = OPTIONS[seriesStrategy];
  return (
    <ChoiceList
      legend={t`The series of a book is found by`}
      choices={SERIES_CHOICES}
      value={seriesStrategy}
      onValue={(strategy) => onChange({ seriesStrategy: strategy })}
    >
      {Options !== undefined && (
        <Options
          config={seriesConfig}
          problems={problems}
          onSet={(key, value) => onChange({ seriesConfig: { ...seriesConfig, [key]: value } })}
        />
      )}
    </ChoiceList>
  );
}

interface OptionsProps {
  readonly config: Config;
  readonly problems: Problems;
  readonly onSet: (key: string, value: Json) => void;
}

type Options = (props: OptionsProps) => ReactNode;

const OPTIONS: Readonly<Partial<Record<SeriesStrategy, Options>>> = {
  flat: FlatOptions,
  publisher_hierarchy: PublisherOptions,
  calibre: CalibreOptions,
  custom: CustomOptions,
};

function FlatOptions({ config, problems, onSet }: OptionsProps) {
  const requires = flagIn(config, 'requireMetadata', false);
  const lines = linesIn(config, 'filenamePatterns');
  return (
    <>
      <CheckField
        label={t`Only the series that books state`}
        hint={t`Read from inside the files; books that state none go to “Unknown”.`}
        checked={requires}
        onChecked={(checked) => onSet('requireMetadata', checked)}
      />
      {!requires && (
        <TextArea
          label={t`Patterns for file names`}
          value={lines}
          onText={(text) => onSet('filenamePatterns', text.split('\n'))}
          problem={lineProblem(problems, 'seriesConfig.filenamePatterns', lines)}
          placeholder={'^\\[([^\\]]+)\\]\n^(.+?)\\s+-\n^(.+?)_'}
          rows={3}
          hint={t`Regular expressions, one on each line; the first that matches counts, and its first group in parentheses is the series. Empty: [Series] in front, or what stands before “ -” or “_”.`}
          spellCheck={false}
        />
      )}
    </>
  );
}

const DEPTHS = [
  ['1', t`One folder: Image/Saga`],
  ['2', t`Two folders: USA/Image/Saga`],
  ['3', t`Three folders`],
  ['4', t`Four folders`],
] as const;

function PublisherOptions({ config, problems, onSet }: OptionsProps) {
  const { skipDepth } = config;
  const depth = typeof skipDepth === 'number' ? String(skipDepth) : '1';
  const options = DEPTHS.some(([value]) => value === depth)
    ? DEPTHS
    : ([...DEPTHS, [depth, t`${depth} folders`]] as const);
  return (
    <>
      <SelectField
        label={t`Folders above a series`}
        value={depth}
        options={options}
        onValue={(value) => onSet('skipDepth', Number(value))}
        problem={problems['seriesConfig.skipDepth']}
      />
      <CheckField
        label={t`Their names are the publisher`}
        checked={config['storeSkippedAs'] !== null}
        onChecked={(checked) => onSet('storeSkippedAs', checked ? 'publisher' : null)}
      />
    </>
  );
}

const CALIBRE_MODES = [
  ['from_metadata', t`The series that a book states, else its title`],
  ['standalone', t`Every title is a series of its own`],
  ['by_author', t`All books of an author`],
] as const;

function CalibreOptions({ config, onSet }: OptionsProps) {
  const mode = CALIBRE_MODES.find(([value]) => value === config['seriesMode'])?.[0] ?? 'from_metadata';
  return (
    <>
      <SelectField
        label={t`One series is`}
        value={mode}
        options={CALIBRE_MODES}
        onValue={(value) => onSet('seriesMode', value)}
      />
      {mode === 'from_metadata' && (
        <CheckField
          label={t`Read metadata.opf`}
          hint={t`The file that Calibre keeps beside each book; without it no stated series counts.`}
          checked={flagIn(config, 'readOpfMetadata', true)}
          onChecked={(checked) => onSet('readOpfMetadata', checked)}
        />
      )}
      {mode === 'by_author' ? (
        <CheckField
          label={t`The author is the folder above`}
          hint={t`Otherwise the first author that the book states.`}
          checked={flagIn(config, 'authorFromFolder', true)}
          onChecked={(checked) => onSet('authorFromFolder', checked)}
        />
      ) : (
        <CheckField
          label={t`Leave out Calibre’s number`}
          hint="“Ancillary Sword (12)” is called “Ancillary Sword”."
          checked={flagIn(config, 'stripIdSuffix', true)}
          onChecked={(checked) => onSet('stripIdSuffix', checked)}
        />
      )}
    </>
  );
}

function CustomOptions({ config, problems, onSet }: OptionsProps) {
  return (
    <>
      <TextField
        label={t`Pattern for the path`}
        value={textIn(config, 'pattern')}
        onText={(pattern) => onSet('pattern', pattern)}
        problem={problems['seriesConfig.pattern']}
        placeholder="^(?<publisher>[^/]+)/(?<series>[^/]+)/"
        hint={t`A regular expression on the path below the folder, with groups that have names. Where it does not match, the folder is the series.`}
        spellCheck={false}
        autoCapitalize="none"
      />
      <TextField
        label={t`Name of the series`}
        value={textIn(config, 'seriesNameTemplate')}
        onText={(template) => onSet('seriesNameTemplate', template)}
        problem={problems['seriesConfig.seriesNameTemplate']}
        placeholder="{series}"
        hint={t`Names of groups in braces, such as “{publisher} - {series}”.`}
        spellCheck={false}
        autoCapitalize="none"
      />
    </>
  );
}
