import { joinList } from '#lib/format.ts';
import type { ReactNode } from 'react';
import { TermLinks } from '#entities/condition/term-links.tsx';
import { CreditLinks } from '#entities/credit/credit-links.tsx';
import { Facts } from '#ui/layout/facts.tsx';
import type { Values } from './draft.ts';
import type { Kind } from './fields.ts';
import { type MetadataRow, metadataRows } from './metadata-rows.ts';

interface MetadataListProps {
  readonly kind: Kind;
  readonly values: Values;
  /** Rows after those of the metadata. */
  readonly more?: readonly MetadataRow[];
}

/** Metadata that the page header does not show; empty when there is none. */
export function MetadataList({ kind, values, more = [] }: MetadataListProps) {
  const rows = [...metadataRows(kind, values), ...more].map((row) => [row.label, renderValue(kind, row)] as const);
  return rows.length === 0 ? null : <Facts rows={rows} />;
}

function renderValue(kind: Kind, { label, names, filter, credit, links }: MetadataRow): ReactNode {
  if (links !== undefined) {
    return links.map(({ name, url }, index) => (
      <span key={url}>
        {index > 0 && ', '}
        <a href={url} target="_blank" rel="noreferrer">
          {name}
        </a>
      </span>
    ));
  }
  if (credit !== undefined) return <CreditLinks kind={credit} names={names} />;
  if (filter === undefined) return joinList(names);
  return <TermLinks key={label} target={kind === 'book' ? 'books' : 'series'} field={filter} names={names} />;
}
