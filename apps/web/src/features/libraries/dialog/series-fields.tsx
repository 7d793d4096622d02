import { plural, t } from '@lingui/core/macro';
import type { ReactNode } from 'react';
import { ChoiceList } from '#ui/controls/choice-list.tsx';
import { CheckField, SelectField, TextArea, TextField } from '#ui/controls/field.tsx';
import { LIBRARY_OPTIONS } from '../library-options.ts';
import { type Config, flagIn, type Json, linesIn, textIn } from './config.ts';
import { OptionPlace } from './option-place.tsx';
import type { DraftFieldsProps } from './library-draft.ts';
import { lineProblem, type Problems } from './problems.ts';
import { SERIES_CHOICES, type SeriesStrategy } from './strategies.ts';

export function SeriesFields({ draft, problems, onChange }: DraftFieldsProps) {
  const { seriesStrategy, seriesConfig } = draft;
  const Options = OPTIONS[seriesStrategy];
  return (
    <OptionPlace name="seriesStrategy">
      <ChoiceList
        legend={LIBRARY_OPTIONS.seriesStrategy.label}
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
    </OptionPlace>
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

/** The server gives this name to a series that has none. */
const UNKNOWN = 'Unknown';

function FlatOptions({ config, problems, onSet }: OptionsProps) {
  const requires = flagIn(config, 'requireMetadata', false);
  const lines = linesIn(config, 'filenamePatterns');
  return (
    <>
      <CheckField
        label={t`Only use the series in the metadata`}
        hint={t`Read from inside the files. Books without one go to “${UNKNOWN}”.`}
        checked={requires}
        onChecked={(checked) => onSet('requireMetadata', checked)}
      />
      {!requires && (
        <TextArea
          label={t`File name patterns`}
          value={lines}
          onText={(text) => onSet('filenamePatterns', text.split('\n'))}
          problem={lineProblem(problems, 'seriesConfig.filenamePatterns', lines)}
          placeholder={'^\\[([^\\]]+)\\]\n^(.+?)\\s+-\n^(.+?)_'}
          rows={3}
          hint={t`Regular expressions, one per line. The first that matches counts, and its first group is the series. If empty: text in [brackets] at the start, or text before “ -” or “_”.`}
          spellCheck={false}
        />
      )}
    </>
  );
}

function depthWords(count: number, example?: string): string {
  return example === undefined
    ? plural(count, { one: '# folder', other: '# folders' })
    : plural(count, { one: `# folder: ${example}`, other: `# folders: ${example}` });
}

const DEPTHS = [
  ['1', depthWords(1, 'Image/Saga')],
  ['2', depthWords(2, 'USA/Image/Saga')],
  ['3', depthWords(3)],
  ['4', depthWords(4)],
] as const;

function PublisherOptions({ config, problems, onSet }: OptionsProps) {
  const { skipDepth } = config;
  const depth = typeof skipDepth === 'number' ? String(skipDepth) : '1';
  const options = DEPTHS.some(([value]) => value === depth)
    ? DEPTHS
    : ([...DEPTHS, [depth, depthWords(Number(depth))]] as const);
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
        label={t`Use their names as the publisher`}
        checked={config['storeSkippedAs'] !== null}
        onChecked={(checked) => onSet('storeSkippedAs', checked ? 'publisher' : null)}
      />
    </>
  );
}

const OPF_FILE = 'metadata.opf';
/** A folder of Calibre, and the title without its number. */
const NUMBERED = 'Ancillary Sword (12)';
const TITLE = 'Ancillary Sword';

const CALIBRE_MODES = [
  ['from_metadata', t`Series in the metadata, else title`],
  ['standalone', t`Title`],
  ['by_author', t`Author`],
] as const;

function CalibreOptions({ config, onSet }: OptionsProps) {
  const mode = CALIBRE_MODES.find(([value]) => value === config['seriesMode'])?.[0] ?? 'from_metadata';
  return (
    <>
      <SelectField
        label={t`Group books by`}
        value={mode}
        options={CALIBRE_MODES}
        onValue={(value) => onSet('seriesMode', value)}
      />
      {mode === 'from_metadata' && (
        <CheckField
          label={t`Read ${OPF_FILE}`}
          hint={t`The file that Calibre keeps beside each book. Without it, no series in the metadata counts.`}
          checked={flagIn(config, 'readOpfMetadata', true)}
          onChecked={(checked) => onSet('readOpfMetadata', checked)}
        />
      )}
      {mode === 'by_author' ? (
        <CheckField
          label={t`Author from the folder above`}
          hint={t`Otherwise the first author in the metadata.`}
          checked={flagIn(config, 'authorFromFolder', true)}
          onChecked={(checked) => onSet('authorFromFolder', checked)}
        />
      ) : (
        <CheckField
          label={t`Remove Calibre’s number`}
          hint={t`“${NUMBERED}” becomes “${TITLE}”.`}
          checked={flagIn(config, 'stripIdSuffix', true)}
          onChecked={(checked) => onSet('stripIdSuffix', checked)}
        />
      )}
    </>
  );
}

const TEMPLATE = '{publisher} - {series}';

function CustomOptions({ config, problems, onSet }: OptionsProps) {
  return (
    <>
      <TextField
        label={t`Path pattern`}
        value={textIn(config, 'pattern')}
        onText={(pattern) => onSet('pattern', pattern)}
        problem={problems['seriesConfig.pattern']}
        placeholder="^(?<publisher>[^/]+)/(?<series>[^/]+)/"
        hint={t`A regular expression for the path below the folder, with named groups. If it does not match, the folder is the series.`}
        spellCheck={false}
        autoCapitalize="none"
      />
      <TextField
        label={t`Series name template`}
        value={textIn(config, 'seriesNameTemplate')}
        onText={(template) => onSet('seriesNameTemplate', template)}
        problem={problems['seriesConfig.seriesNameTemplate']}
        placeholder="{series}"
        hint={t`Group names in braces, such as “${TEMPLATE}”.`}
        spellCheck={false}
        autoCapitalize="none"
      />
    </>
  );
}
