export const FEED = 'application/opds+json';
export const PUBLICATION = 'application/opds-publication+json';
export const DIVINA = 'application/divina+json';
export const WEB_PUBLICATION = 'application/webpub+json';
export const PROGRESSION = 'application/vnd.readium.progression+json';
