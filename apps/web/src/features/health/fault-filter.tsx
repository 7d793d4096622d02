import { t } from '@lingui/core/macro';
import type { BookErrorType } from '@lectern/contract';
import { FAULT_KINDS } from '#entities/book/error-words.ts';
import { LibrarySelect } from '#entities/library/library-select.tsx';
import { formatNumber } from '#lib/format.ts';
import { CheckField } from '#ui/controls/field.tsx';
import { FilterBar, FilterSelect } from '#ui/controls/filter-bar.tsx';
import type { FaultFilter } from './queries.ts';

interface FaultFilterBarProps {
  readonly filter: FaultFilter;
  readonly onFilter: (filter: FaultFilter) => void;
  /** Matching books whose error is ignored. */
  readonly ignoredCount: number;
}

/** Filters faulty books; a change returns to the first page. */
export function FaultFilterBar({ filter, onFilter, ignoredCount }: FaultFilterBarProps) {
  const { library, kind, ignored } = filter;
  const count = formatNumber(ignoredCount);
  const choose = (choice: Partial<Choices>) => onFilter(toFilter({ library, kind, ignored, ...choice }));
  return (
    <FilterBar label={t`Filter problems`}>
      <LibrarySelect value={library} onValue={(chosen) => choose({ library: chosen })} />
      <FilterSelect<BookErrorType>
        label={t`Problem type`}
        all={t`All types`}
        value={kind}
        options={FAULT_KINDS}
        onValue={(chosen) => choose({ kind: chosen })}
      />
      {(ignoredCount > 0 || ignored !== undefined) && (
        <CheckField
          label={t`Show ignored (${count})`}
          checked={ignored === true}
          onChecked={(checked) => choose({ ignored: checked ? true : undefined })}
        />
      )}
    </FilterBar>
  );
}

type Choices = { readonly [Key in 'library' | 'kind' | 'ignored']: FaultFilter[Key] | undefined };

function toFilter({ library, kind, ignored }: Choices): FaultFilter {
  return {
    ...(library === undefined ? {} : { library }),
    ...(kind === undefined ? {} : { kind }),
    ...(ignored === undefined ? {} : { ignored }),
  };
}
