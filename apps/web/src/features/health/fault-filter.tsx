import { useQuery } from '@tanstack/react-query';
import type { BookErrorType } from '@lectern/contract';
import { FAULT_KINDS } from '#entities/book/error-words.ts';
import { librariesQuery } from '#entities/library/queries.ts';
import { formatNumber } from '#lib/format.ts';
import { CheckField } from '#ui/field.tsx';
import { FilterBar, FilterSelect } from '#ui/filter-bar.tsx';
import type { FaultFilter } from './queries.ts';

interface FaultFilterBarProps {
  readonly filter: FaultFilter;
  readonly onFilter: (filter: FaultFilter) => void;
  /** Books of the same choice with an error that somebody ignores. */
  readonly ignoredCount: number;
}

/** Narrows the books with problems down; each choice begins at the first page again. */
export function FaultFilterBar({ filter, onFilter, ignoredCount }: FaultFilterBarProps) {
  const { data: libraries = [] } = useQuery(librariesQuery());
  const { library, kind, ignored } = filter;
  const choose = (choice: Partial<Choices>) => onFilter(filterOf({ library, kind, ignored, ...choice }));
  return (
    <FilterBar label="Which problems">
      {libraries.length > 1 && (
        <FilterSelect
          label="Library"
          all="All libraries"
          value={library}
          options={libraries.map(({ id, name }) => [id, name] as const)}
          onValue={(chosen) => choose({ library: chosen })}
        />
      )}
      <FilterSelect<BookErrorType>
        label="Kind of problem"
        all="All kinds"
        value={kind}
        options={FAULT_KINDS}
        onValue={(chosen) => choose({ kind: chosen })}
      />
      {(ignoredCount > 0 || ignored !== undefined) && (
        <CheckField
          label={`Show ignored, ${formatNumber(ignoredCount)}`}
          checked={ignored === true}
          onChecked={(checked) => choose({ ignored: checked ? true : undefined })}
        />
      )}
    </FilterBar>
  );
}

type Choices = { readonly [Key in 'library' | 'kind' | 'ignored']: FaultFilter[Key] | undefined };

function filterOf({ library, kind, ignored }: Choices): FaultFilter {
  return {
    ...(library === undefined ? {} : { library }),
    ...(kind === undefined ? {} : { kind }),
    ...(ignored === undefined ? {} : { ignored }),
  };
}
