import { api, ApiError, call, type CallInput, type CallResult, type RouteName } from '@lectern/contract';

/** Somebody who calls one server, signed in or not. Every answer is checked against the contract. */
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

/** Sets the empty server up with its first user, who may do everything, and signs them in. */
export async function setupAdmin(server: { readonly url: string }): Promise<Client> {
  const { access_token: token } = await createClient(server).call('initializeSetup', { body: credentials });
  return createClient(server, token);
}

/** Signs in by name and password; without them as the user that `setupAdmin` made. */
export async function signIn(server: { readonly url: string }, user = credentials): Promise<Client> {
  const { access_token: token } = await createClient(server).call('login', { body: user });
  return createClient(server, token);
}

/** The refusal that `work` ends with; a test that expects one fails when there is none. */
export async function refusalOf(work: Promise<unknown>): Promise<ApiError> {
  try {
    await work;
  } catch (error) {
    if (error instanceof ApiError) return error;
    throw error;
  }
  throw new Error('Expected the server to refuse, but it did not');
}
