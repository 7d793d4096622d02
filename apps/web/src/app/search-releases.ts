/** Unvalidated search parameters; unknown ones are dropped. */
type RawSearch = Readonly<Record<string, unknown>>;

const SHOWN = ['unclear', 'marked_acquired', 'dismissed', 'hidden', 'all'] as const;

export interface ReleasesSearch {
  /** New releases by default. */
  readonly show?: (typeof SHOWN)[number];
  readonly series?: string;
  readonly library?: string;
  readonly source?: string;
  readonly language?: string;
  /** From 1; absent on the first page. */
  readonly page?: number;
}

export function readReleasesSearch(search: RawSearch): ReleasesSearch {
  const show = SHOWN.find((one) => one === search['show']);
  const text = (name: string) => {
    const value = search[name];
    return typeof value === 'string' && value !== '' ? { [name]: value } : {};
  };
  const page = Number(search['page']);
  return {
    ...(show === undefined ? {} : { show }),
    ...text('series'),
    ...text('library'),
    ...text('source'),
    ...text('language'),
    ...(Number.isInteger(page) && page > 1 ? { page } : {}),
  };
}

export interface SourcesSearch {
  readonly add?: true;
  /** Id of the source to edit. */
  readonly edit?: string;
}

export function readSourcesSearch({ add, edit }: RawSearch): SourcesSearch {
  return { ...(add === true ? { add } : {}), ...(typeof edit === 'string' ? { edit } : {}) };
}
