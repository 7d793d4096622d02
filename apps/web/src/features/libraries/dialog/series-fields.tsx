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
      legend="The series of a book is found by"
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
        label="Only the series that books state"
        hint="Read from inside the files; books that state none go to “Unknown”."
        checked={requires}
        onChecked={(checked) => onSet('requireMetadata', checked)}
      />
      {!requires && (
        <TextArea
          label="Patterns for file names"
          value={lines}
          onText={(text) => onSet('filenamePatterns', text.split('\n'))}
          problem={lineProblem(problems, 'seriesConfig.filenamePatterns', lines)}
          placeholder={'^\\[([^\\]]+)\\]\n^(.+?)\\s+-\n^(.+?)_'}
          rows={3}
          hint="Regular expressions, one on each line; the first that matches counts, and its first group in parentheses is the series. Empty: [Series] in front, or what stands before “ -” or “_”."
          spellCheck={false}
        />
      )}
    </>
  );
}

const DEPTHS = [
  ['1', 'One folder: Image/Saga'],
  ['2', 'Two folders: USA/Image/Saga'],
  ['3', 'Three folders'],
  ['4', 'Four folders'],
] as const;

function PublisherOptions({ config, problems, onSet }: OptionsProps) {
  const { skipDepth } = config;
  const depth = typeof skipDepth === 'number' ? String(skipDepth) : '1';
  const options = DEPTHS.some(([value]) => value === depth)
    ? DEPTHS
    : ([...DEPTHS, [depth, `${depth} folders`]] as const);
  return (
    <>
      <SelectField
        label="Folders above a series"
        value={depth}
        options={options}
        onValue={(value) => onSet('skipDepth', Number(value))}
        problem={problems['seriesConfig.skipDepth']}
      />
      <CheckField
        label="Their names are the publisher"
        checked={config['storeSkippedAs'] !== null}
        onChecked={(checked) => onSet('storeSkippedAs', checked ? 'publisher' : null)}
      />
    </>
  );
}

const CALIBRE_MODES = [
  ['from_metadata', 'The series that a book states, else its title'],
  ['standalone', 'Every title is a series of its own'],
  ['by_author', 'All books of an author'],
] as const;

function CalibreOptions({ config, onSet }: OptionsProps) {
  const mode = CALIBRE_MODES.find(([value]) => value === config['seriesMode'])?.[0] ?? 'from_metadata';
  return (
    <>
      <SelectField
        label="One series is"
        value={mode}
        options={CALIBRE_MODES}
        onValue={(value) => onSet('seriesMode', value)}
      />
      {mode === 'from_metadata' && (
        <CheckField
          label="Read metadata.opf"
          hint="The file that Calibre keeps beside each book; without it no stated series counts."
          checked={flagIn(config, 'readOpfMetadata', true)}
          onChecked={(checked) => onSet('readOpfMetadata', checked)}
        />
      )}
      {mode === 'by_author' ? (
        <CheckField
          label="The author is the folder above"
          hint="Otherwise the first author that the book states."
          checked={flagIn(config, 'authorFromFolder', true)}
          onChecked={(checked) => onSet('authorFromFolder', checked)}
        />
      ) : (
        <CheckField
          label="Leave out Calibre’s number"
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
        label="Pattern for the path"
        value={textIn(config, 'pattern')}
        onText={(pattern) => onSet('pattern', pattern)}
        problem={problems['seriesConfig.pattern']}
        placeholder="^(?<publisher>[^/]+)/(?<series>[^/]+)/"
        hint="A regular expression on the path below the folder, with groups that have names. Where it does not match, the folder is the series."
        spellCheck={false}
        autoCapitalize="none"
      />
      <TextField
        label="Name of the series"
        value={textIn(config, 'seriesNameTemplate')}
        onText={(template) => onSet('seriesNameTemplate', template)}
        problem={problems['seriesConfig.seriesNameTemplate']}
        placeholder="{series}"
        hint="Names of groups in braces, such as “{publisher} - {series}”."
        spellCheck={false}
        autoCapitalize="none"
      />
    </>
  );
}
