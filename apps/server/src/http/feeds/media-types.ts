export const AUTHENTICATION = 'application/opds-authentication+json';
export const DIVINA = 'application/divina+json';
export const WEB_PUBLICATION = 'application/webpub+json';
export const PROGRESSION = 'application/vnd.readium.progression+json';

/** Members of Readium web publication manifests. */
export const MANIFEST_CONTEXT = 'https://readium.org/webpub-manifest/context.jsonld';
export const MANIFEST_PROFILES = 'https://readium.org/webpub-manifest/profiles';

/** Roles of contributors in manifests, by our roles. */
export const MANIFEST_ROLES: Readonly<Partial<Record<string, string>>> = {
  author: 'author',
  co_author: 'author',
  writer: 'author',
  editor: 'editor',
  translator: 'translator',
  illustrator: 'illustrator',
  penciller: 'penciler',
  inker: 'inker',
  colorist: 'colorist',
  letterer: 'letterer',
  cover_artist: 'artist',
};
