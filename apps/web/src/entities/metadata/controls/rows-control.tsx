import { t } from '@lingui/core/macro';
import { useRef } from 'react';
import { formatNumber } from '#lib/format.ts';
import { Button, IconButton } from '#ui/controls/button.tsx';
import type { Json } from '../draft.ts';
import type { Family } from '../fields.ts';
import { type ControlProps, toText } from './control-props.ts';
import css from './controls.module.css';
import { GroupFrame } from './group-frame.tsx';

type Row = Readonly<Record<string, Json>>;

interface Column {
  readonly key: string;
  readonly label: string;
  readonly kind: 'text' | 'number' | 'address' | 'flag';
  readonly wide?: true;
}

interface Shape {
  readonly add: string;
  /** Accessible name of a cell; rows count from 1. */
  readonly nameCell: (number: string, column: string) => string;
  readonly nameRemoval: (number: string) => string;
  readonly columns: readonly Column[];
  readonly blank: Row;
}

/** Fields whose value is a list of rows. */
const SHAPES: Readonly<Partial<Record<Family, Shape>>> = {
  links: {
    add: t`Add link`,
    nameCell: (number, column) => t`Link ${number}: ${column}`,
    nameRemoval: (number) => t`Remove link ${number}`,
    columns: [
      { key: 'sourceName', label: t`Site`, kind: 'text' },
      { key: 'url', label: t`Address`, kind: 'address', wide: true },
    ],
    blank: { sourceName: '', url: '', externalId: null },
  },
  ids: {
    add: t`Add external ID`,
    nameCell: (number, column) => t`External ID ${number}: ${column}`,
    nameRemoval: (number) => t`Remove external ID ${number}`,
    columns: [
      { key: 'source', label: t`Source`, kind: 'text' },
      { key: 'externalId', label: t`ID`, kind: 'text' },
      { key: 'externalUrl', label: t`Address`, kind: 'address', wide: true },
    ],
    blank: { source: '', externalId: '', externalUrl: null },
  },
  ratings: {
    add: t`Add rating`,
    nameCell: (number, column) => t`Rating ${number}: ${column}`,
    nameRemoval: (number) => t`Remove rating ${number}`,
    columns: [
      { key: 'sourceName', label: t`Source`, kind: 'text' },
      { key: 'rating', label: t`Rating (0 to 100)`, kind: 'number' },
      { key: 'voteCount', label: t`Votes`, kind: 'number' },
    ],
    blank: { sourceName: '', rating: null, voteCount: null },
  },
  titles: {
    add: t`Add alias`,
    nameCell: (number, column) => t`Alias ${number}: ${column}`,
    nameRemoval: (number) => t`Remove alias ${number}`,
    columns: [
      { key: 'label', label: t`Label`, kind: 'text' },
      { key: 'title', label: t`Title`, kind: 'text', wide: true },
    ],
    blank: { label: '', title: '' },
  },
  awards: {
    add: t`Add award`,
    nameCell: (number, column) => t`Award ${number}: ${column}`,
    nameRemoval: (number) => t`Remove award ${number}`,
    columns: [
      { key: 'name', label: t`Award`, kind: 'text', wide: true },
      { key: 'category', label: t`Category`, kind: 'text' },
      { key: 'year', label: t`Year`, kind: 'number' },
      { key: 'won', label: t`Won`, kind: 'flag' },
    ],
    blank: { name: '', category: null, year: null, won: true },
  },
};

function rowsIn(value: Json): readonly Row[] {
  return Array.isArray(value) ? (value as readonly Row[]) : [];
}

export function RowsControl({ field, value, onValue, ...frame }: ControlProps) {
  const list = useRef<HTMLUListElement>(null);
  const shape = SHAPES[field.family];
  if (shape === undefined) return null;
  const rows = rowsIn(value);
  const add = () => {
    onValue([...rows, shape.blank]);
    requestAnimationFrame(() => list.current?.querySelector<HTMLElement>('li:last-child input')?.focus());
  };
  return (
    <GroupFrame {...frame} label={field.label}>
      <ul ref={list} className={css['rows']}>
        {rows.map((row, index) => (
          <li key={index} className={css['row']}>
            {shape.columns.map((column) => (
              <Cell
                key={column.key}
                column={column}
                name={shape.nameCell(formatNumber(index + 1), column.label)}
                value={row[column.key] ?? null}
                onValue={(next) =>
                  onValue(rows.map((one, at) => (at === index ? { ...one, [column.key]: next } : one)))
                }
              />
            ))}
            <IconButton
              icon="trash"
              label={shape.nameRemoval(formatNumber(index + 1))}
              onClick={() => onValue(rows.filter((_, at) => at !== index))}
            />
          </li>
        ))}
      </ul>
      <div className={css['buttons']}>
        <Button icon="plus" onClick={add}>
          {shape.add}
        </Button>
      </div>
    </GroupFrame>
  );
}

interface CellProps {
  readonly column: Column;
  readonly name: string;
  readonly value: Json;
  readonly onValue: (value: Json) => void;
}

function Cell({ column: { kind, label, wide }, name, value, onValue }: CellProps) {
  if (kind === 'flag') {
    return (
      <label className={css['flag']}>
        <input
          type="checkbox"
          aria-label={name}
          checked={value === true}
          onChange={(event) => onValue(event.target.checked)}
        />
        {label}
      </label>
    );
  }
  return (
    <input
      dir="auto"
      type={kind === 'address' ? 'url' : 'text'}
      inputMode={kind === 'number' ? 'decimal' : undefined}
      className={css['input']}
      data-wide={wide}
      aria-label={name}
      placeholder={label}
      value={toText(value)}
      onChange={(event) => onValue(read(kind, event.target.value))}
    />
  );
}

function read(kind: Column['kind'], text: string): Json {
  if (text === '') return kind === 'text' ? '' : null;
  const number = Number(text);
  return kind === 'number' && Number.isFinite(number) && !text.endsWith('.') ? number : text;
}
