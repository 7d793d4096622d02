import { plural, t } from '@lingui/core/macro';
import type { FieldSummary } from '@lectern/contract';
import { useId } from 'react';
import { formatNumber } from '#lib/format.ts';
import { Button } from '#ui/controls/button.tsx';
import { Control } from '../controls/control.tsx';
import { addWords, NameInput, NameList } from '../controls/names-control.tsx';
import { PeopleList } from '../controls/people-control.tsx';
import type { Json } from '../draft.ts';
import type { Field } from '../fields.ts';
import { valueWords } from '../value-words.ts';
import { type BulkDraft, isByParts, withBulkValue, withPart } from './bulk-draft.ts';
import css from './bulk.module.css';

interface BulkFieldProps {
  readonly field: Field;
  /** Current values across the selection; undefined while loading. */
  readonly said: FieldSummary | undefined;
  readonly count: number;
  readonly draft: BulkDraft;
  readonly problem: string | undefined;
  readonly onDraft: (draft: BulkDraft) => void;
}

export function BulkField(props: BulkFieldProps) {
  const { field } = props;
  if (isByParts(field)) return field.family === 'people' ? <PeopleField {...props} /> : <TermsField {...props} />;
  return <ValueField {...props} />;
}

function nowWords(field: Field, said: FieldSummary | undefined): string {
  if (said === undefined) return '';
  if (said.isMixed) return t`Mixed values`;
  const value = valueWords(field, said.value);
  return t`All: ${value}`;
}

function ValueField({ field, said, draft, problem, onDraft }: BulkFieldProps) {
  const id = useId();
  const { label } = field;
  const isChanged = field.name in draft.values;
  const common = (said?.isMixed === false ? said.value : null) as Json;
  const begin = field.needed === true && common === null ? (field.choices?.[0]?.[0] ?? null) : common;
  return (
    <div data-many={field.name} data-changed={isChanged} className={css['row']}>
      <div className={css['check']}>
        <input
          id={id}
          type="checkbox"
          checked={isChanged}
          aria-label={t`Change ${label}`}
          aria-describedby={`${id}-now`}
          onChange={(event) => onDraft(withBulkValue(draft, field.name, event.target.checked ? begin : undefined))}
        />
        <label htmlFor={id}>{label}</label>
        <span id={`${id}-now`} className={css['now']}>
          {nowWords(field, said)}
        </span>
      </div>
      {isChanged && (
        <div className={css['control']}>
          <Control
            field={{ ...field, label: t`New value: ${label}` }}
            value={draft.values[field.name] ?? null}
            hint={field.hint}
            problem={problem}
            onValue={(value) => onDraft(withBulkValue(draft, field.name, value))}
          />
        </div>
      )}
    </div>
  );
}

function listTypedNames(draft: BulkDraft, way: 'add' | 'remove', { term }: Field): readonly string[] {
  return draft[way][term === 'genre' ? 'genres' : 'tags'] ?? [];
}

const TERM_WORDS = {
  genre: { added: t`Genres to add`, held: t`Remove genres` },
  tag: { added: t`Tags to add`, held: t`Remove tags` },
} as const;

function TermsField({ field, said, count, draft, onDraft }: BulkFieldProps) {
  const [added, removed] = [listTypedNames(draft, 'add', field), listTypedNames(draft, 'remove', field)];
  const set = (way: 'add' | 'remove', names: readonly string[]) => onDraft(withPart(draft, way, field.name, names));
  const words = TERM_WORDS[field.term ?? 'tag'];
  return (
    <div role="group" aria-label={field.label} data-many={field.name} className={css['row']}>
      <p className={css['name']}>{field.label}</p>
      <div className={css['control']}>
        <NameList label={words.added} names={added} onNames={(names) => set('add', names)} />
        <NameInput
          label={addWords(field)}
          term={field.term}
          names={added}
          onNames={(names) => {
            set('add', names);
          }}
        />
        <Held
          names={said?.names ?? []}
          count={count}
          removed={removed}
          label={words.held}
          onRemoved={(names) => set('remove', names)}
        />
      </div>
    </div>
  );
}

interface HeldProps {
  readonly names: FieldSummary['names'];
  readonly count: number;
  readonly removed: readonly string[];
  readonly label: string;
  readonly onRemoved: (names: readonly string[]) => void;
}

const ALL = t({ message: 'all', context: 'all selected items have it' });

/** Current names with their counts; a pressed name will be removed. */
function Held({ names, count, removed, label, onRemoved }: HeldProps) {
  if (names.length === 0) return <p className={css['now']}>{t`None set`}</p>;
  return (
    <div role="group" aria-label={label} className={css['held']}>
      {names.map(({ name, count: having }) => {
        const isGone = removed.includes(name);
        const isEverywhere = having === count;
        return (
          <Button
            key={name}
            look="quiet"
            icon={isGone ? 'close' : 'check'}
            aria-pressed={isGone}
            aria-label={isEverywhere ? t`Remove ${name}, which all have` : removeWords(name, having)}
            data-gone={isGone}
            onClick={() => onRemoved(isGone ? removed.filter((one) => one !== name) : [...removed, name])}
          >
            <span className={css['term']}>{name}</span>
            <span className={css['count']}>{isEverywhere ? ALL : formatNumber(having)}</span>
          </Button>
        );
      })}
    </div>
  );
}

function removeWords(name: string, having: number): string {
  return plural(having, { one: `Remove ${name}, which # has`, other: `Remove ${name}, which # have` });
}

function PeopleField({ field, said, draft, onDraft }: BulkFieldProps) {
  return (
    <div data-many={field.name} className={css['row']}>
      <p className={css['name']}>
        {field.label} <span className={css['now']}>{nowWords(field, said)}</span>
      </p>
      <div role="group" aria-label={t`Creators to add`} className={css['control']}>
        <p className={css['way']}>{t`Add`}</p>
        <PeopleList
          people={draft.add.authors ?? []}
          onPeople={(people) => onDraft(withPart(draft, 'add', 'authors', people))}
        />
      </div>
      <div role="group" aria-label={t`Creators to remove`} className={css['control']}>
        <p className={css['way']}>{t`Remove`}</p>
        <PeopleList
          people={draft.remove.authors ?? []}
          onPeople={(people) => onDraft(withPart(draft, 'remove', 'authors', people))}
        />
      </div>
    </div>
  );
}
