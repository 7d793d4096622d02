import { type CallResult, FactorAsked } from '@lectern/contract';
import { TOTP } from 'otpauth';
import { type Client, createClient, expectRefusal } from './client.ts';
import { SoftPasskey } from './soft-passkey.ts';
import type { TestServer } from './start-server.ts';

/** Where the passkeys of tests work: the public address of their server. */
export const ORIGIN = 'https://books.example.org';
/** Configuration of servers with passkeys. */
export const WITH_PASSKEYS = { 'server.public_url': ORIGIN };

const PASSWORD = 'a good password';

/** The present code of an authenticator app. @param steps later periods of 30 seconds */
export function readCode(secret: string, steps = 0): string {
  return new TOTP({ secret }).generate({ timestamp: Date.now() + steps * 30_000 });
}

/** Says which roles need a second factor. */
export async function requireFor(admin: Client, roles: readonly string[]): Promise<void> {
  await admin.call('updateSetting', {
    params: { key: 'auth.second_factor_roles' },
    body: { value: JSON.stringify(roles) },
  });
}

/** Lets five minutes pass since the sessions of a user showed their factors. */
export async function letSessionsAge({ context }: TestServer, userId: string): Promise<void> {
  const past = Date.now() - 6 * 60_000;
  await context.db.transaction(async (tx) => {
    const sessions = tx.write.updateTable('session').where('userId', '=', userId);
    await sessions.set({ createdAt: past }).execute();
    await sessions.set({ factorAt: past }).where('factorAt', 'is not', null).execute();
  });
}

/** An account whose factors a test sets up, and its owner. */
export class FactorUser {
  readonly #server: TestServer;
  readonly id: string;
  readonly username: string;
  /** The session that it was made with. */
  readonly client: Client;

  constructor(server: TestServer, user: { readonly id: string; readonly username: string; readonly client: Client }) {
    this.#server = server;
    this.id = user.id;
    this.username = user.username;
    this.client = user.client;
  }

  get password(): string {
    return PASSWORD;
  }

  /** Asks to sign in with the password. */
  async login(headers: Readonly<Record<string, string>> = {}): Promise<CallResult<'login'>> {
    const body = { username: this.username, password: PASSWORD };
    return createClient(this.#server).call('login', { body, headers });
  }

  /** Signs in with the password, up to the second factor that the server asks for. */
  async beginLogin(): Promise<FactorAsked> {
    const { status, details } = await expectRefusal(this.login());
    if (status !== 401) throw new Error(`Expected 401, got ${String(status)}`);
    return FactorAsked.parse((details as { secondFactor: unknown }).secondFactor);
  }

  /** Signs in with password and code. */
  async signIn(code: string): Promise<Client> {
    const { ticket } = await this.beginLogin();
    const { access_token: token } = await createClient(this.#server).call('finishLogin', { body: { ticket, code } });
    return createClient(this.#server, token);
  }

  /** Adds an authenticator app. Its first code does not stand in the way of the next one. */
  async addApp() {
    const { ticket, secret, uri } = await this.client.call('startApp', { body: {} });
    const made = await this.client.call('finishApp', { body: { ticket, code: readCode(secret) } });
    await this.letCodePass();
    return { secret, uri, recoveryCodes: made.recoveryCodes ?? [] };
  }

  /** Adds a passkey of the public address. */
  async addPasskey(name = 'Phone') {
    const key = new SoftPasskey(ORIGIN);
    const asked = await this.client.call('startPasskey', { body: {} });
    const body = { ticket: asked.ticket, name, passkey: key.make(asked) };
    const { passkey, recoveryCodes } = await this.client.call('finishPasskey', { body });
    return { key, id: passkey.id, recoveryCodes: recoveryCodes ?? [] };
  }

  /** Lets the same code be used again, as 30 seconds later another one. */
  async letCodePass(): Promise<void> {
    await this.#server.context.db.transaction(async (tx) =>
      tx.write.updateTable('authenticatorApp').set({ lastStep: 0 }).where('userId', '=', this.id).execute(),
    );
  }

  /** Lets five minutes pass since the session showed its password and factor. */
  async letSessionAge(): Promise<void> {
    await letSessionsAge(this.#server, this.id);
  }
}

/** Makes accounts with names that no other account of a server has. */
export function createFactorUsers(server: TestServer, admin: Client) {
  let count = 0;
  return async (role: 'reader' | 'maintainer' | 'admin' = 'reader'): Promise<FactorUser> => {
    count += 1;
    const username = `${role} number ${String(count)}`;
    const { id } = await admin.call('createUser', { body: { username, password: PASSWORD, role } });
    const body = { username, password: PASSWORD };
    const { access_token: token } = await createClient(server).call('login', { body });
    return new FactorUser(server, { id, username, client: createClient(server, token) });
  };
}
