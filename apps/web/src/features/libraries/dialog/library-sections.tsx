import { plural, t } from '@lingui/core/macro';
import type { Library } from '@lectern/contract';
import { Disclosure } from '#ui/layout/disclosure.tsx';
import { joinList } from '#lib/format.ts';
import { LIBRARY_PARTS } from '../library-options.ts';
import { BookFields } from './book-fields.tsx';
import { FileFields } from './file-fields.tsx';
import type { DraftFieldsProps, LibraryDraft } from './library-draft.ts';
import type { LibraryForm } from './library-form.ts';
import { MoreFields } from './more-fields.tsx';
import { OptionPlace } from './option-place.tsx';
import { hasProblem } from './problems.ts';
import { ScanFields, scanSummary } from './scan-fields.tsx';
import { SeriesFields } from './series-fields.tsx';
import { getLabel, NUMBER_CHOICES, SERIES_CHOICES, TITLE_CHOICES } from './strategies.ts';
import { TitleOutlook } from './title-outlook.tsx';
import { TitleRuleFields } from './title-rule-fields.tsx';

interface LibrarySectionsProps {
  readonly library: Library | undefined;
  readonly form: LibraryForm;
  readonly fields: DraftFieldsProps;
}

/** Advanced options in disclosures, with the current values in each summary. */
export function LibrarySections({ library, form, fields }: LibrarySectionsProps) {
  const { draft, problems } = fields;
  const ruleCount = draft.titleRules.length;
  const titles = getLabel(TITLE_CHOICES, draft.bookStrategy);
  const numbers = getLabel(NUMBER_CHOICES, draft.numberStrategy);
  return (
    <>
      <Disclosure
        title={LIBRARY_PARTS.series}
        summary={getLabel(SERIES_CHOICES, draft.seriesStrategy)}
        open={hasProblem(problems, 'seriesStrategy', 'seriesConfig')}
      >
        <SeriesFields {...fields} />
      </Disclosure>
      <Disclosure
        title={LIBRARY_PARTS.titles}
        summary={`${titles} · ${numbers}`}
        open={hasProblem(problems, 'bookStrategy', 'bookConfig', 'numberStrategy')}
      >
        <BookFields {...fields} />
      </Disclosure>
      <Disclosure
        title={LIBRARY_PARTS.rules}
        summary={
          ruleCount === 0
            ? t({ message: 'None', context: 'rules' })
            : plural(ruleCount, { one: '# rule', other: '# rules' })
        }
        open={hasProblem(problems, 'titlePreprocessingRules')}
      >
        <OptionPlace name="titleRules">
          <TitleRuleFields {...fields} />
        </OptionPlace>
        <TitleOutlook
          previews={form.previews}
          hasRules={ruleCount > 0}
          now={form.retitlesNow}
          onNow={form.setRetitlesNow}
        />
      </Disclosure>
      <FileSections library={library} fields={fields} />
    </>
  );
}

/** What becomes of the files, and the rest. */
function FileSections({ library, fields }: Omit<LibrarySectionsProps, 'form'>) {
  const { draft, problems } = fields;
  return (
    <>
      <Disclosure
        title={LIBRARY_PARTS.files}
        summary={filesSummary(draft)}
        open={hasProblem(problems, 'allowedFormats', 'excludedPatterns')}
      >
        <FileFields {...fields} />
      </Disclosure>
      <Disclosure
        title={LIBRARY_PARTS.scans}
        summary={scanSummary(draft)}
        open={hasProblem(problems, 'scanningConfig')}
      >
        <ScanFields {...fields} />
      </Disclosure>
      <Disclosure
        title={LIBRARY_PARTS.more}
        summary={draft.isActive ? undefined : t`Disabled`}
        open={hasProblem(problems, 'description', 'autoMatchConditions')}
      >
        <MoreFields library={library} {...fields} />
      </Disclosure>
    </>
  );
}

function filesSummary({ formats, excludedPatterns, ...draft }: LibraryDraft): string {
  const patterns = excludedPatterns.split('\n').filter((line) => line.trim() !== '').length;
  const facts = [
    formats.length === 0 ? t`None` : joinList(formats),
    patterns > 0 && plural(patterns, { one: '# pattern excluded', other: '# patterns excluded' }),
    draft.followLinksOutside && t`Links followed`,
    draft.allowFileDeletion && t`Files can be deleted`,
    draft.allowUploads && t`Uploads allowed`,
  ];
  return facts.filter((fact) => fact !== false).join(' · ');
}
