import { t } from '@lingui/core/macro';
import type { CatalogExportFields } from '@lectern/contract';
import { formatNumber } from '#lib/format.ts';
import { Button } from '#ui/controls/button.tsx';
import { Disclosure } from '#ui/layout/disclosure.tsx';
import { CheckField } from '#ui/controls/field.tsx';
import css from './exports-page.module.css';

type Field<Key> = Omit<CatalogExportFields['fields'][number], 'key'> & { readonly key: Key };

interface FieldChoiceProps<Key extends string> {
  readonly title: string;
  readonly fields: readonly Field<Key>[];
  readonly chosen: ReadonlySet<Key>;
  readonly onChosen: (chosen: ReadonlySet<Key>) => void;
}

/** Columns of an export; the name is always included. */
export function FieldChoice<Key extends string>({ title, fields, chosen, onChosen }: FieldChoiceProps<Key>) {
  const free = fields.filter(({ isAnchor }) => !isAnchor);
  const toggle = (key: Key, isChosen: boolean) => {
    const next = new Set(chosen);
    if (isChosen) next.add(key);
    else next.delete(key);
    onChosen(next);
  };
  const count = formatNumber(free.filter(({ key }) => chosen.has(key)).length);
  const total = formatNumber(free.length);
  return (
    <Disclosure title={title} summary={t`${count} of ${total}`}>
      <div className={css['buttons']}>
        <Button look="quiet" onClick={() => onChosen(new Set(free.map(({ key }) => key)))}>{t`All`}</Button>
        <Button look="quiet" onClick={() => onChosen(new Set())}>{t`Name only`}</Button>
      </div>
      <div className={css['fields']}>
        {free.map(({ key, label }) => (
          <CheckField
            key={key}
            label={label}
            checked={chosen.has(key)}
            onChecked={(isChosen) => toggle(key, isChosen)}
          />
        ))}
      </div>
    </Disclosure>
  );
}
