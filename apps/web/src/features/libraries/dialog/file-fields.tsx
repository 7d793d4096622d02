import { t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import { BOOK_FORMATS, FORMAT_LABELS } from '@lectern/contract/book-formats';
import { useMay } from '#entities/user/use-may.ts';
import { CheckField, TextArea } from '#ui/controls/field.tsx';
import { Icon } from '#ui/pictures/icon.tsx';
import { getOptionMark, LIBRARY_OPTIONS } from '../library-options.ts';
import css from './library-dialog.module.css';
import { OptionPlace } from './option-place.tsx';
import type { DraftFieldsProps } from './library-draft.ts';

const LINKS_LOCKED = t`Only an admin can change this.`;

/** Technical names of the archives of comics. */
const ARCHIVES: Readonly<Record<string, string>> = { CBZ: 'ZIP', CBR: 'RAR', CBT: 'tar', CB7: '7z' };

/** What a format is for; a format unknown to this table keeps the hint of the contract. */
function formatHint({ label, kind, hint }: (typeof BOOK_FORMATS)[keyof typeof BOOK_FORMATS]): string {
  if (kind === 'ebook') return t`Ebooks`;
  if (kind === 'document') return t`Documents`;
  const archive = ARCHIVES[label];
  return archive === undefined ? hint : t`Comics as ${archive}`;
}

export function FileFields({ draft, problems, onChange }: DraftFieldsProps) {
  const problem = problems['allowedFormats'];
  return (
    <>
      <fieldset
        className={css['group']}
        data-setting={getOptionMark('formats')}
        aria-describedby={problem === undefined ? undefined : 'formats-problem'}
      >
        <legend>{LIBRARY_OPTIONS.formats.label}</legend>
        <div className={css['checks']}>
          {Object.values(BOOK_FORMATS).map((format) => (
            <CheckField
              key={format.label}
              label={format.label}
              hint={formatHint(format)}
              checked={draft.formats.includes(format.label)}
              onChecked={(checked) =>
                onChange({
                  formats: FORMAT_LABELS.filter((one) =>
                    one === format.label ? checked : draft.formats.includes(one),
                  ),
                })
              }
            />
          ))}
        </div>
        {problem !== undefined && (
          <p id="formats-problem" className={css['problem']}>
            <Icon name="warning" size={16} />
            {problem}
          </p>
        )}
      </fieldset>
      <OptionPlace name="excludedPatterns">
        <TextArea
          label={LIBRARY_OPTIONS.excludedPatterns.label}
          value={draft.excludedPatterns}
          onText={(excludedPatterns) => onChange({ excludedPatterns })}
          problem={problems['excludedPatterns']}
          placeholder={'extras\n*.sample.cbz\nMagazines/19*'}
          rows={3}
          hint={
            <>
              <Trans>
                One pattern per line; * stands for anything. <code>extras</code> excludes folders with this name,{' '}
                <code>*.sample.cbz</code> files that end like this, <code>Magazines/19*</code> everything in that place.
              </Trans>
            </>
          }
          spellCheck={false}
        />
      </OptionPlace>
      <FileRights draft={draft} onChange={onChange} />
    </>
  );
}

/** What users may do with the files. */
function FileRights({ draft, onChange }: Pick<DraftFieldsProps, 'draft' | 'onChange'>) {
  const mayFollow = useMay('SystemAdmin');
  const { followLinksOutside, allowFileDeletion, allowUploads } = LIBRARY_OPTIONS;
  return (
    <>
      <OptionPlace name="followLinksOutside">
        <CheckField
          label={LIBRARY_OPTIONS.followLinksOutside.label}
          hint={mayFollow ? followLinksOutside.help : `${followLinksOutside.help} ${LINKS_LOCKED}`}
          checked={draft.followLinksOutside}
          disabled={!mayFollow}
          onChecked={(checked) => onChange({ followLinksOutside: checked })}
        />
      </OptionPlace>
      <OptionPlace name="allowFileDeletion">
        <CheckField
          label={LIBRARY_OPTIONS.allowFileDeletion.label}
          hint={allowFileDeletion.help}
          checked={draft.allowFileDeletion}
          onChecked={(checked) => onChange({ allowFileDeletion: checked })}
        />
      </OptionPlace>
      <OptionPlace name="allowUploads">
        <CheckField
          label={LIBRARY_OPTIONS.allowUploads.label}
          hint={allowUploads.help}
          checked={draft.allowUploads}
          onChecked={(checked) => onChange({ allowUploads: checked })}
        />
      </OptionPlace>
    </>
  );
}
