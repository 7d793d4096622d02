import { t } from '@lingui/core/macro';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { releaseFacetsQuery, releaseSourcesQuery } from '#entities/release/queries.ts';
import { languageWords, STATE_WORDS } from '#entities/release/release-words.ts';
import { useMay } from '#entities/user/use-may.ts';
import { formatNumber } from '#lib/format.ts';
import { FilterBar, FilterSelect } from '#ui/controls/filter-bar.tsx';
import { type ChoiceProps, type ReleasesChoice, wantedBy } from './choice.ts';

const SHOWN = [
  ['unclear', t`Unclear series`],
  ['marked_acquired', STATE_WORDS.marked_acquired],
  ['dismissed', STATE_WORDS.dismissed],
  ['hidden', STATE_WORDS.hidden],
  ['all', t`All`],
] as const satisfies readonly (readonly [ReleasesChoice['show'], string])[];

type Part = 'show' | 'series' | 'library' | 'source' | 'language';

/** Filters releases; each option shows its count, and a change returns to the first page. */
export function ReleaseFilter({ choice, onChoice }: ChoiceProps) {
  const { series, libraries, languages } = useFacets(choice);
  const sources = useSources();
  const choose = (part: Part, value: string | undefined) => {
    const { page: _, [part]: __, ...others } = choice;
    onChoice(value === undefined ? others : { ...others, [part]: value });
  };
  const facet = (part: Exclude<Part, 'show'>) => ({
    value: choice[part],
    onValue: (value: string | undefined) => choose(part, value),
  });
  return (
    <FilterBar label={t`Filter releases`}>
      <FilterSelect
        label={t`Show`}
        all={STATE_WORDS.announced}
        value={choice.show}
        options={SHOWN}
        onValue={(value) => choose('show', value)}
      />
      <Facet
        label={t({ message: 'Series', context: 'one' })}
        all={t`All series`}
        least={0}
        options={series}
        {...facet('series')}
      />
      <Facet label={t`Library`} all={t`All libraries`} least={2} options={libraries} {...facet('library')} />
      <Facet label={t`Language`} all={t`All languages`} least={2} options={languages} {...facet('language')} />
      <Facet label={t`Source`} all={t`All sources`} least={2} options={sources} {...facet('source')} />
    </FilterBar>
  );
}

type Options = readonly (readonly [id: string, words: string])[];

function useFacets(choice: ReleasesChoice): Readonly<Record<'series' | 'libraries' | 'languages', Options>> {
  const { data } = useQuery({ ...releaseFacetsQuery(wantedBy(choice)), placeholderData: keepPreviousData });
  if (data === undefined) return { series: [], libraries: [], languages: [] };
  return {
    series: data.series.map((one) => counted(one.seriesId, one.seriesTitle, one.count)),
    libraries: data.libraries.map((one) => counted(one.libraryId, one.libraryName, one.count)),
    languages: data.languages
      .filter(({ language }) => language !== '')
      .map((one) => counted(one.language, languageWords(one.language), one.count)),
  };
}

/** Source names are visible to admins only. */
function useSources(): Options {
  const isAdmin = useMay('SystemAdmin');
  const { data = [] } = useQuery({ ...releaseSourcesQuery(), enabled: isAdmin });
  return data.map(({ id, displayName }) => [id, displayName]);
}

function counted(id: string, name: string, count: number): readonly [string, string] {
  return [id, `${name} (${formatNumber(count)})`];
}

interface FacetProps {
  readonly label: string;
  readonly all: string;
  /** Hides the filter when there are fewer options. */
  readonly least: number;
  readonly options: Options;
  readonly value: string | undefined;
  readonly onValue: (value: string | undefined) => void;
}

/** A chosen option stays visible even without matches. */
function Facet({ least, options, value, ...field }: FacetProps) {
  if (value === undefined && options.length < least) return null;
  const isListed = value === undefined || options.some(([id]) => id === value);
  const shown = isListed ? options : [...options, [value, t`Selected (0)`] as const];
  return <FilterSelect {...field} value={value} options={shown} />;
}
