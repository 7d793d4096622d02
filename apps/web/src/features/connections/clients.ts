import { t } from '@lingui/core/macro';
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
  title: t`Lectern on another device`,
  about: t`Any browser on a phone, tablet or TV. You can add Lectern to the home screen.`,
  path: '',
  field: t`Address`,
  signIn: 'password',
  steps: [t`Open the address there.`, t`Sign in as you do here. Your progress and preferences come along.`],
  hasCode: true,
};

const SCRIPTS: Client = {
  id: 'scripts',
  title: t`Scripts and other programs`,
  about: t`Programs can do everything that this app does, with the same API.`,
  path: '/api/v1',
  field: t`Address of the API`,
  signIn: 'key',
  key: { name: t`Script`, preset: 'read_only' },
  steps: [
    t`Create a key with only the permissions that the script needs.`,
    t`Send it in the X-API-Key header of every request.`,
  ],
  hasCode: false,
};

function catalogClient(path: string, field: string, id: string, title: string): Client {
  return {
    id,
    title,
    about: t`Reader apps that support OPDS catalogs, on phones, tablets and e-readers.`,
    path,
    field,
    signIn: 'key-as-password',
    key: { name: title, preset: READER_KEY },
    steps: [t`Add a catalog in the app.`, t`Enter the address, your user name, and a key as the password.`],
    hasCode: true,
  };
}

function koreaderClient(path: string): Client {
  return {
    id: 'koreader',
    title: t`KOReader progress`,
    about: t`Syncs your progress with KOReader, and with apps that sync like it, such as Readest and CrossPoint.`,
    path,
    field: t`Custom sync server`,
    signIn: 'only-key-as-password',
    key: { name: 'KOReader', preset: READER_KEY },
    steps: [
      t`Open a book in KOReader, then Progress sync, and choose a custom sync server.`,
      t`Choose Login there, never Register. Enter your user name, and a key as the password.`,
      t`Let it match books by their content, so that it recognizes them under any file name.`,
    ],
    hasCode: false,
  };
}

function compatibleClient(path: string): Client {
  return {
    id: 'compat',
    title: t`Comic apps (Komga)`,
    about: t`Apps made for Komga: Mihon, Komelia, KMReader, Aidoku, Paperback, Panels and others.`,
    path,
    field: t`Server address`,
    signIn: 'key-as-password',
    key: { name: t`Comic app`, preset: READER_KEY },
    steps: [
      t`Add a Komga server in the app: in Mihon as an extension, in Aidoku and Paperback as a source.`,
      t`Enter the address, your user name, and a key as the password. Mihon and KMReader also accept the key alone.`,
      t`In Mihon, switch on the Komga tracker for a series to sync your progress too.`,
    ],
    hasCode: true,
  };
}

/** Clients whose dialect the server has enabled. */
export function clientsFor({ opds, opds2, koreader, compatApi }: ServerDoors): readonly Client[] {
  return [
    WEB,
    ...(opds === null ? [] : [catalogClient(opds, t`Catalog`, 'opds', t`Reader apps (OPDS)`)]),
    ...(opds2 === null ? [] : [catalogClient(opds2, t`Feed`, 'opds2', t`Reader apps (OPDS 2)`)]),
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
