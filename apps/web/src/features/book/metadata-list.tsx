import type { BookMetadata } from '@lectern/contract';
import { TermLinks } from '#entities/condition/term-links.tsx';
import { Facts } from '#ui/layout/facts.tsx';
import { metadataRows } from './metadata-rows.ts';

export function MetadataList({ metadata }: { readonly metadata: BookMetadata }) {
  const rows = metadataRows(metadata).map(
    ({ label, names, field }) =>
      [
        label,
        field === undefined ? names.join(', ') : <TermLinks key={label} target="books" field={field} names={names} />,
      ] as const,
  );
  return rows.length === 0 ? null : <Facts rows={rows} />;
}
