import packageJson from '../../package.json' with { type: 'json' };

/** Version of Lectern; the API has its own. */
export const VERSION: string = packageJson.version;
