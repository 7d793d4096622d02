export const ATOM = 'application/atom+xml';
export const NAVIGATION = `${ATOM};profile=opds-catalog;kind=navigation`;
export const ACQUISITION = `${ATOM};profile=opds-catalog;kind=acquisition`;
export const ENTRY = `${ATOM};type=entry;profile=opds-catalog`;
export const SEARCH_DESCRIPTION = 'application/opensearchdescription+xml';
