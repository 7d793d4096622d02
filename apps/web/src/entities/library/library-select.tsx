import { useQuery } from '@tanstack/react-query';
import { FilterSelect } from '#ui/controls/filter-bar.tsx';
import { librariesQuery } from './queries.ts';

interface LibrarySelectProps {
  /** Id of the chosen library, undefined for all. */
  readonly value: string | undefined;
  readonly onValue: (id: string | undefined) => void;
}

/** Narrows a list down to one library; nothing to see where there are not two of them. */
export function LibrarySelect({ value, onValue }: LibrarySelectProps) {
  const { data: libraries = [] } = useQuery(librariesQuery());
  if (libraries.length < 2) return null;
  const options = libraries.map(({ id, name }) => [id, name] as const);
  return <FilterSelect label="Library" all="All libraries" value={value} options={options} onValue={onValue} />;
}
