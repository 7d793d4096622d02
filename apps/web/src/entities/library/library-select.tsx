import { t } from '@lingui/core/macro';
import { useQuery } from '@tanstack/react-query';
import { FilterSelect } from '#ui/controls/filter-bar.tsx';
import { librariesQuery } from './queries.ts';

interface LibrarySelectProps {
  /** Library id; undefined for all. */
  readonly value: string | undefined;
  readonly onValue: (id: string | undefined) => void;
}

/** Filters a list by library; hidden with fewer than two libraries. */
export function LibrarySelect({ value, onValue }: LibrarySelectProps) {
  const { data: libraries = [] } = useQuery(librariesQuery());
  if (libraries.length < 2) return null;
  const options = libraries.map(({ id, name }) => [id, name] as const);
  return <FilterSelect label={t`Library`} all={t`All libraries`} value={value} options={options} onValue={onValue} />;
}
