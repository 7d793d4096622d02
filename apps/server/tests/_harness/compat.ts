import type { z } from 'zod';
import type { Client } from './client.ts';
import type { TestServer } from './start-server.ts';

/** What stands before the paths of the compatible API unless a test renames it. */
export const COMPAT = '/komga';

/** Switches the compatible API on. */
export async function switchCompatOn(admin: Client): Promise<void> {
  await admin.call('updateSetting', { params: { key: 'compat_api.enabled' }, body: { value: 'true' } });
}

/** `Authorization: Basic …`. */
export function basic(name: string, password: string): Readonly<Record<string, string>> {
  return { authorization: `Basic ${Buffer.from(`${name}:${password}`).toString('base64')}` };
}

/** The user that `setupAdmin` makes. */
export const ADMIN = basic('admin', 'correct horse battery');

/** A reader app: it sends what it was told with every request, and keeps the cookies that it is given. */
export class ReaderApp {
  readonly #site: string;
  readonly #prefix: string;
  readonly #headers: Readonly<Record<string, string>>;
  readonly #cookies = new Map<string, string>();

  constructor({ url }: Pick<TestServer, 'url'>, headers: Readonly<Record<string, string>> = {}, prefix = COMPAT) {
    this.#site = url;
    this.#prefix = prefix;
    this.#headers = headers;
  }

  /** Cookies by name. */
  get cookies(): ReadonlyMap<string, string> {
    return this.#cookies;
  }

  /** Another app that has the same cookies, as the parts of one app do. */
  withCookies(headers: Readonly<Record<string, string>> = {}): ReaderApp {
    const other = new ReaderApp({ url: this.#site }, headers, this.#prefix);
    for (const [name, value] of this.#cookies) other.#cookies.set(name, value);
    return other;
  }

  /** @param path below the prefix */
  async fetch(path: string, init: RequestInit = {}): Promise<Response> {
    const headers = new Headers({ ...this.#headers, ...Object.fromEntries(new Headers(init.headers)) });
    const cookies = [...this.#cookies].map(([name, value]) => `${name}=${value}`);
    if (cookies.length > 0) headers.set('cookie', cookies.join('; '));
    const answer = await fetch(`${this.#site}${this.#prefix}${path}`, { ...init, headers });
    for (const line of answer.headers.getSetCookie()) {
      const [, name = '', value = ''] = /^([^=]+)=([^;]*)/.exec(line) ?? [];
      if (value === '') this.#cookies.delete(name);
      else this.#cookies.set(name, value);
    }
    return answer;
  }

  /** What is at a path, as the app reads it. */
  async get<Shape extends z.ZodType>(path: string, shape: Shape): Promise<z.output<Shape>> {
    return shape.parse(await this.#success(path, {}));
  }

  /** What a search finds. */
  async post<Shape extends z.ZodType>(path: string, body: unknown, shape: Shape): Promise<z.output<Shape>> {
    return shape.parse(await this.#success(path, this.#withBody('POST', body)));
  }

  /** Changes something. @returns the status */
  async send(method: 'POST' | 'PUT' | 'PATCH' | 'DELETE', path: string, body?: unknown): Promise<number> {
    return (await this.fetch(path, body === undefined ? { method } : this.#withBody(method, body))).status;
  }

  #withBody(method: string, body: unknown): RequestInit {
    return { method, body: JSON.stringify(body), headers: { 'content-type': 'application/json' } };
  }

  async #success(path: string, init: RequestInit): Promise<unknown> {
    const answer = await this.fetch(path, init);
    const text = await answer.text();
    if (!answer.ok) throw new Error(`${path}: ${String(answer.status)} ${text}`);
    return JSON.parse(text) as unknown;
  }
}
