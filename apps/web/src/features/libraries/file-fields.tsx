import { CheckField, SelectField, TextArea } from '#ui/field.tsx';
import css from './admin-libraries-page.module.css';
import { type DraftFieldsProps, FORMATS } from './library-draft.ts';

const SERIES = [
  ['series_volume', 'One folder is one series'],
  ['series_volume_chapter', 'Series folder with volume folders inside'],
  ['flat', 'All in one folder, series from the file names'],
  ['publisher_hierarchy', 'Publisher folder with series folders inside'],
  ['calibre', 'As Calibre keeps them: author, then title'],
] as const;

const TITLES = [
  ['filename', 'The file name'],
  ['metadata_first', 'The title inside the file, else the file name'],
  ['smart', 'Whichever says more'],
  ['series_name', 'The series with its number'],
] as const;

const NUMBERS = [
  ['file_order', 'The order of the files'],
  ['metadata', 'The number inside the file'],
  ['filename', 'The number in the file name'],
  ['smart', 'Inside the file, else its name, else the order'],
] as const;

const CUSTOM = ['custom', 'Own rules'] as const;

/** Which files count, and how they become series. */
export function FileFields({ draft, problems, onChange }: DraftFieldsProps) {
  return (
    <>
      <fieldset className={css['group']}>
        <legend>Kinds of files</legend>
        <div className={css['checks']}>
          {FORMATS.map((format) => (
            <CheckField
              key={format}
              label={format}
              checked={draft.formats.includes(format)}
              onChecked={(checked) =>
                onChange({ formats: FORMATS.filter((one) => (one === format ? checked : draft.formats.includes(one))) })
              }
            />
          ))}
        </div>
        {problems['allowedFormats'] !== undefined && <p role="alert">{problems['allowedFormats']}</p>}
      </fieldset>
      <TextArea
        label="Leave out"
        value={draft.excludedPatterns}
        onText={(excludedPatterns) => onChange({ excludedPatterns })}
        problem={problems['excludedPatterns']}
        hint="One pattern on each line, such as “**/extras/**” or “*.sample.cbz”."
        spellCheck={false}
      />
      <SelectField
        label="Series come from"
        value={draft.seriesStrategy}
        options={draft.seriesStrategy === 'custom' ? [...SERIES, CUSTOM] : SERIES}
        onValue={(seriesStrategy) => onChange({ seriesStrategy })}
        problem={problems['seriesStrategy']}
        hint="A change takes effect when every file is analysed again."
      />
      <div className={css['pair']}>
        <SelectField
          label="Titles come from"
          value={draft.bookStrategy}
          options={draft.bookStrategy === 'custom' ? [...TITLES, CUSTOM] : TITLES}
          onValue={(bookStrategy) => onChange({ bookStrategy })}
          problem={problems['bookStrategy']}
        />
        <SelectField
          label="Numbers come from"
          value={draft.numberStrategy}
          options={NUMBERS}
          onValue={(numberStrategy) => onChange({ numberStrategy })}
          problem={problems['numberStrategy']}
        />
      </div>
    </>
  );
}
