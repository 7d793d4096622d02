import { t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import { BOOK_FORMATS, FORMAT_LABELS } from '@lectern/contract/book-formats';
import { useMay } from '#entities/user/use-may.ts';
import { CheckField, TextArea } from '#ui/controls/field.tsx';
import { Icon } from '#ui/pictures/icon.tsx';
import css from './library-dialog.module.css';
import type { DraftFieldsProps } from './library-draft.ts';

const LINKS = t`A risk: whoever can put a link into the folder decides which books of this computer are read. Links inside the folder are followed anyway.`;

export function FileFields({ draft, problems, onChange }: DraftFieldsProps) {
  const problem = problems['allowedFormats'];
  return (
    <>
      <fieldset className={css['group']} aria-describedby={problem === undefined ? undefined : 'formats-problem'}>
        <legend>{t`Kinds of files`}</legend>
        <div className={css['checks']}>
          {Object.values(BOOK_FORMATS).map(({ label, hint }) => (
            <CheckField
              key={label}
              label={label}
              hint={hint}
              checked={draft.formats.includes(label)}
              onChecked={(checked) =>
                onChange({
                  formats: FORMAT_LABELS.filter((one) => (one === label ? checked : draft.formats.includes(one))),
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
      <TextArea
        label={t`Leave out`}
        value={draft.excludedPatterns}
        onText={(excludedPatterns) => onChange({ excludedPatterns })}
        problem={problems['excludedPatterns']}
        placeholder={'extras\n*.sample.cbz\nMagazines/19*'}
        rows={3}
        hint={
          <>
            <Trans>
              One pattern on each line; * stands for anything. <code>extras</code> leaves out folders of this name,{' '}
              <code>*.sample.cbz</code> files that end like this, <code>Magazines/19*</code> what lies there.
            </Trans>
          </>
        }
        spellCheck={false}
      />
      <FileRights draft={draft} onChange={onChange} />
    </>
  );
}

/** What users may do with the files. */
function FileRights({ draft, onChange }: Pick<DraftFieldsProps, 'draft' | 'onChange'>) {
  const mayFollow = useMay('SystemAdmin');
  return (
    <>
      <CheckField
        label={t`Follow links that lead out of the folder`}
        hint={mayFollow ? LINKS : t`${LINKS} Only administrators change this.`}
        checked={draft.followLinksOutside}
        disabled={!mayFollow}
        onChecked={(followLinksOutside) => onChange({ followLinksOutside })}
      />
      <CheckField
        label={t`Let users delete files with their books`}
        hint={t`For users who may delete books. The files go to a hidden trash folder in the library, stay there for 30 days unless the settings say otherwise, and come back with their book.`}
        checked={draft.allowFileDeletion}
        onChecked={(allowFileDeletion) => onChange({ allowFileDeletion })}
      />
      <CheckField
        label={t`Let users upload books`}
        hint={t`For users who may change books. Their files go into the folder of this library, and never replace another file.`}
        checked={draft.allowUploads}
        onChecked={(allowUploads) => onChange({ allowUploads })}
      />
    </>
  );
}
