import { t } from '@lingui/core/macro';
import type { CallInput } from '@lectern/contract/client';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import type {
  BookExportField,
  CatalogExport,
  CatalogExportFields,
  Library,
  SeriesExportField,
} from '@lectern/contract';
import { useState } from 'react';
import { useMay } from '#entities/user/use-may.ts';
import { request } from '#lib/api.ts';
import { problemSentence } from '#lib/problem.ts';
import { Button } from '#ui/controls/button.tsx';
import { CheckField, SelectField } from '#ui/controls/field.tsx';
import { Note } from '#ui/feedback/notice.tsx';
import { showToast } from '#ui/feedback/toast.tsx';
import css from './exports-page.module.css';
import { FieldChoice } from './field-choice.tsx';
import { exportsQuery } from './queries.ts';

type What = CatalogExport['exportType'];
type Format = CatalogExport['format'];

const WHAT: readonly (readonly [What, string])[] = [
  ['series', t`Series`],
  ['books', t`Books`],
  ['both', t`Series and books`],
];
const FORMATS: readonly (readonly [Format, string])[] = [
  ['csv', t`Spreadsheet (CSV)`],
  ['md', t`Text (Markdown)`],
  ['json', t`Data (JSON)`],
];
const HINTS: Readonly<Record<Format, string>> = {
  csv: t`One row for each series or book, for any spreadsheet.`,
  md: t`Headings and lists, for notes or to ask an AI assistant what to read next.`,
  json: t`Everything in a form that other programs can read.`,
};

interface NewExportProps {
  readonly libraries: readonly Library[];
  readonly choices: CatalogExportFields;
}

function useNewExport(body: CallInput<'createExport'>['body']) {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: async () => request('createExport', { body }),
    onError: (error) => showToast(problemSentence(error)),
    onSettled: async () => queryClient.invalidateQueries({ queryKey: exportsQuery().queryKey }),
  });
}

export function NewExport({ libraries, choices }: NewExportProps) {
  const [seesSeries, seesBooks] = [useMay('SeriesRead'), useMay('BooksRead')];
  const [what, setWhat] = useState<What>(seesSeries ? 'series' : 'books');
  const [format, setFormat] = useState<Format>('csv');
  const [left, setLeft] = useState<ReadonlySet<string>>(new Set());
  const [fields, setFields] = useState<ReadonlySet<SeriesExportField>>(new Set(choices.presets.llmSelect));
  const [bookFields, setBookFields] = useState<ReadonlySet<BookExportField>>(new Set(choices.presets.llmSelectBooks));
  const libraryIds = libraries.map(({ id }) => id).filter((id) => !left.has(id));
  const make = useNewExport({
    ...{ format, exportType: what, libraryIds },
    fields: ['series_name', ...fields],
    bookFields: ['book_name', ...bookFields],
  });
  const kinds = WHAT.filter(([kind]) => (kind === 'books' || seesSeries) && (kind === 'series' || seesBooks));
  // one CSV table cannot hold two kinds of rows
  const formats = FORMATS.filter(([name]) => what !== 'both' || name !== 'csv');
  const choose = (next: What) => {
    setWhat(next);
    if (next === 'both' && format === 'csv') setFormat('json');
  };
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault();
        if (!make.isPending) make.mutate();
      }}
    >
      <div className={css['pair']}>
        <SelectField label={t`Content`} value={what} options={kinds} onValue={choose} />
        <SelectField label={t`Format`} value={format} options={formats} hint={HINTS[format]} onValue={setFormat} />
      </div>
      {libraries.length > 1 && <LibraryChoice libraries={libraries} left={left} onLeft={setLeft} />}
      {what !== 'books' && (
        <FieldChoice
          title={what === 'both' ? t`Series fields` : t`Fields`}
          {...{ fields: choices.fields, chosen: fields, onChosen: setFields }}
        />
      )}
      {what !== 'series' && (
        <FieldChoice
          title={what === 'both' ? t`Book fields` : t`Fields`}
          {...{ fields: choices.bookFields, chosen: bookFields, onChosen: setBookFields }}
        />
      )}
      {libraryIds.length === 0 && <Note tone="warning">{t`Choose at least one library.`}</Note>}
      <div className={css['submit']}>
        <Button
          type="submit"
          look="primary"
          icon="download"
          busy={make.isPending}
          disabled={libraryIds.length === 0}
        >{t`Create export`}</Button>
      </div>
    </form>
  );
}

interface LibraryChoiceProps {
  readonly libraries: readonly Library[];
  /** Excluded ones. */
  readonly left: ReadonlySet<string>;
  readonly onLeft: (left: ReadonlySet<string>) => void;
}

function LibraryChoice({ libraries, left, onLeft }: LibraryChoiceProps) {
  const toggle = (id: string, isIn: boolean) => {
    const next = new Set(left);
    if (isIn) next.delete(id);
    else next.add(id);
    onLeft(next);
  };
  return (
    <fieldset className={css['libraries']}>
      <legend>{t`Libraries`}</legend>
      <div className={css['fields']}>
        {libraries.map(({ id, name }) => (
          <CheckField key={id} label={name} checked={!left.has(id)} onChecked={(isIn) => toggle(id, isIn)} />
        ))}
      </div>
    </fieldset>
  );
}
