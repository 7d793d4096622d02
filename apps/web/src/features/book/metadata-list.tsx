import type { BookMetadata } from '@lectern/contract';
import { Facts } from '#ui/facts.tsx';
import { metadataRows } from './metadata-rows.ts';

export function MetadataList({ metadata }: { readonly metadata: BookMetadata }) {
  const rows = metadataRows(metadata);
  return rows.length === 0 ? null : <Facts rows={rows} />;
}
