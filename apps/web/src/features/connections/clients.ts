import type { ServerDoors } from '@lectern/contract';

/**
 * Credentials of a client: user name and password, an API key accepted as the password, an API key required as the
 * password, or an API key alone.
 */
export type SignIn = 'password' | 'key-as-password' | 'only-key-as-password' | 'key';

export interface Client {
  readonly id: string;
  readonly title: string;
  /** Purpose and examples. */
  readonly about: string;
  /** Appended to the server address. */
  readonly path: string;
  /** The client's own name for the address field. */
  readonly field: string;
  readonly signIn: SignIn;
  /** Name and preset of its API key; absent where users sign in with a password. */
  readonly key?: { readonly name: string; readonly preset: 'reader_apps' | 'read_only' };
  readonly steps: readonly string[];
  /** Whether a QR code of the address is useful. */
  readonly hasCode: boolean;
}

const READER_KEY = 'reader_apps';

const WEB: Client = {
  id: 'web',
  title: 'Lectern on another device',
  about: 'Phone, tablet or television: any browser. It can be put on the home screen.',
  path: '',
  field: 'Address',
  signIn: 'password',
  steps: ['Open the address there.', 'Sign in as you do here. Your place and your preferences come along.'],
  hasCode: true,
};

const SCRIPTS: Client = {
  id: 'scripts',
  title: 'Scripts and other programs',
  about: 'Everything that this app does, it does over the same API.',
  path: '/api/v1',
  field: 'Address of the API',
  signIn: 'key',
  key: { name: 'Script', preset: 'read_only' },
  steps: ['Make a key that may do just what the script needs.', 'Send it with every request in the header X-API-Key.'],
  hasCode: false,
};

function catalogClient(path: string, field: string, id: string, title: string): Client {
  return {
    id,
    title,
    about: 'Reading apps that know catalogs, on phones, tablets and e-readers.',
    path,
    field,
    signIn: 'key-as-password',
    key: { name: title, preset: READER_KEY },
    steps: ['Add a catalog in the app.', 'Type in the address, your user name, and a key as the password.'],
    hasCode: true,
  };
}

function koreaderClient(path: string): Client {
  return {
    id: 'koreader',
    title: 'KOReader progress',
    about:
      'Keeps your place the same here and in KOReader, or in apps that sync as it does, such as Readest and CrossPoint.',
    path,
    field: 'Custom sync server',
    signIn: 'only-key-as-password',
    key: { name: 'KOReader', preset: READER_KEY },
    steps: [
      'Open a book in KOReader, then Progress sync, and choose a custom sync server.',
      'Choose Login there, never Register: type your user name, and a key as the password.',
      'Leave it to find books by their content, so that it knows them under any name.',
    ],
    hasCode: false,
  };
}

function compatibleClient(path: string): Client {
  return {
    id: 'compat',
    title: 'Comic apps (Komga)',
    about: 'Apps made for Komga servers: Mihon, Komelia, KMReader, Aidoku, Paperback, Panels and others.',
    path,
    field: 'Server address',
    signIn: 'key-as-password',
    key: { name: 'Comic app', preset: READER_KEY },
    steps: [
      'Add a Komga server in the app: in Mihon as an extension, in Aidoku and Paperback as a source.',
      'Type in the address, your user name, and a key as the password. Mihon and KMReader also take the key alone.',
      'In Mihon, switch the tracker Komga on for a series: then it keeps your place too.',
    ],
    hasCode: true,
  };
}

/** Clients whose dialect the server has enabled. */
export function clientsFor({ opds, opds2, koreader, compatApi }: ServerDoors): readonly Client[] {
  return [
    WEB,
    ...(opds === null ? [] : [catalogClient(opds, 'Catalog', 'opds', 'Reading apps (OPDS)')]),
    ...(opds2 === null ? [] : [catalogClient(opds2, 'Feed', 'opds2', 'Reading apps (OPDS 2)')]),
    ...(koreader === null ? [] : [koreaderClient(koreader)]),
    ...(compatApi === null ? [] : [compatibleClient(compatApi)]),
    SCRIPTS,
  ];
}

/** Server addresses, the configured one first. */
export function listAddresses(publicUrl: string | null, origin: string): readonly string[] {
  return publicUrl === null || publicUrl === origin ? [origin] : [publicUrl, origin];
}

/** Whether the address works on this machine only. */
export function isOnlyHere(address: string): boolean {
  const { hostname } = new URL(address);
  return hostname === 'localhost' || hostname === '[::1]' || hostname.startsWith('127.');
}
