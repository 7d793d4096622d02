import { api, ApiError, call, type CallInput, type CallResult, type RouteName } from '@lectern/contract';
import { writeNewSession } from '#core/people/sign-in.ts';
import { newUserRow } from '#core/people/user-row.ts';
import { writeUser } from '#db/repos/people/users.repo.ts';
import type { UserTable } from '#db/schema/index.ts';
import type { Context } from '#index.ts';

/** A user who calls one server, signed in or not. Every answer is checked against the contract. */
export interface Client {
  readonly url: string;
  /** Undefined when it is not signed in. */
  readonly token: string | undefined;
  /** The body of a success; anything else throws `ApiError`. */
  readonly call: <Name extends RouteName>(name: Name, input: CallInput<Name>) => Promise<CallResult<Name>>;
  /** A bare request with the credentials of this client, for what is not JSON. */
  readonly fetch: (path: string, init?: RequestInit) => Promise<Response>;
}

const credentials = { username: 'admin', password: 'correct horse battery' };

/** A client of `server`; with a token it is signed in. */
export function createClient(server: { readonly url: string }, token?: string): Client {
  const authorization: Readonly<Record<string, string>> =
    token === undefined ? {} : { authorization: `Bearer ${token}` };
  return {
    url: server.url,
    token,
    call: async (name, input) => {
      const answer = await call(server.url, name, { ...input, headers: { ...authorization, ...input.headers } });
      const entry = api[name];
      if (answer !== undefined && 'response' in entry) entry.response.parse(answer);
      return answer;
    },
    fetch: async (path, init = {}) => {
      const headers = new Headers(init.headers);
      for (const [name, value] of Object.entries(authorization)) headers.set(name, value);
      return fetch(server.url + path, { ...init, headers });
    },
  };
}

/** Hashing a password takes longer than most of what tests ask for, so it is done once. */
let admin: Promise<UserTable> | undefined;

/** What a setup stores. */
async function writeAdmin({ db, access }: Context): Promise<string> {
  admin ??= newUserRow({ ...credentials, email: null, role: 'admin' });
  const user = await admin;
  const { access_token: token } = await db.transaction(async (tx) => {
    await writeUser(tx, user);
    return await writeNewSession(tx, access, user, { ip: '127.0.0.1', userAgent: 'node' });
  });
  return token;
}

/** Sets the empty server up with its first user, who may do everything, and signs them in. */
export async function setupAdmin(server: { readonly url: string; readonly context?: Context }): Promise<Client> {
  if (server.context !== undefined) return createClient(server, await writeAdmin(server.context));
  const { access_token: token } = await createClient(server).call('initializeSetup', { body: credentials });
  return createClient(server, token);
}

/** Signs in by name and password; without them as the user that `setupAdmin` made. */
export async function signIn(server: { readonly url: string }, user = credentials): Promise<Client> {
  const { access_token: token } = await createClient(server).call('login', { body: user });
  return createClient(server, token);
}

/** The refusal that `work` ends with; a test that expects one fails when there is none. */
export async function expectRefusal(work: Promise<unknown>): Promise<ApiError> {
  try {
    await work;
  } catch (error) {
    if (error instanceof ApiError) return error;
    throw error;
  }
  throw new Error('Expected the server to refuse, but it did not');
}
