import { createHash } from 'node:crypto';
import { z } from 'zod';
import type { Client } from './client.ts';

/** MD5 as the app sends it instead of a password, and names documents by. */
export function md5(text: string | Uint8Array): string {
  return createHash('md5').update(text).digest('hex');
}

/** What comes back for a document that something is known of: nothing may be missing, and nothing be more. */
const Known = z.strictObject({
  document: z.string(),
  progress: z.string(),
  percentage: z.number().min(0).max(1),
  device: z.string(),
  device_id: z.string(),
  timestamp: z.int().positive(),
});
type Known = z.infer<typeof Known>;

const Refused = z.strictObject({ code: z.int(), message: z.string().min(10) });

/** A refusal, in the format of the official server. */
export function refusalIn({ body }: { readonly body: unknown }): z.infer<typeof Refused> {
  return Refused.parse(body);
}

/** What a device tells. */
export interface Told {
  readonly progress: string | number;
  readonly percentage: number;
  readonly device?: string;
  readonly device_id?: string;
  readonly metadata?: unknown;
}

/** The answer to something that may be refused. */
export interface SyncAnswer {
  readonly status: number;
  readonly body: unknown;
  readonly headers: Headers;
}

/** A device that syncs as KOReader does. */
export interface SyncDevice {
  readonly ask: (method: string, path: string, body?: unknown) => Promise<SyncAnswer>;
  /** @returns the time that the server says, in seconds */
  readonly put: (document: string, told: Told) => Promise<number>;
  /** Undefined for `{}`. */
  readonly get: (document: string) => Promise<Known | undefined>;
}

/** What KOReader sends for a name and a password as typed. */
export function koreaderHeaders(user: string, password: string): Readonly<Record<string, string>> {
  return { 'x-auth-user': user, 'x-auth-key': md5(password) };
}

/** A device with these headers; it takes only JSON by name for an answer, as the app does. */
export function syncDevice(
  server: { readonly url: string },
  headers: Readonly<Record<string, string>>,
  base = '/koreader',
): SyncDevice {
  const ask: SyncDevice['ask'] = async (method, path, body) => {
    const answer = await fetch(`${server.url}${base}${path}`, {
      method,
      headers: { accept: 'application/vnd.koreader.v1+json', 'content-type': 'application/json', ...headers },
      ...(body === undefined ? {} : { body: typeof body === 'string' ? body : JSON.stringify(body) }),
    });
    if (!/^application\/([\w.]+\+)?json/.test(answer.headers.get('content-type') ?? '')) {
      throw new Error(`Expected JSON, found ${String(answer.headers.get('content-type'))}`);
    }
    return { status: answer.status, body: await answer.json(), headers: answer.headers };
  };
  return {
    ask,
    put: async (document, told) => {
      const { status, body } = await ask('PUT', '/syncs/progress', {
        ...{ document, device: 'Kobo_clara', device_id: 'A1B2' },
        ...told,
      });
      if (status !== 200) throw new Error(`${String(status)} ${JSON.stringify(body)}`);
      const answer = z.strictObject({ document: z.string(), timestamp: z.int().positive() }).parse(body);
      if (answer.document !== document) throw new Error(`Expected document ${document}, found ${answer.document}`);
      return answer.timestamp;
    },
    get: async (document) => {
      const { status, body } = await ask('GET', `/syncs/progress/${encodeURIComponent(document)}`);
      if (status !== 200) throw new Error(`${String(status)} ${JSON.stringify(body)}`);
      return Object.keys(body as object).length === 0 ? undefined : Known.parse(body);
    },
  };
}

/** A device of a user, with a key of its own. */
export async function newDevice(server: { readonly url: string }, client: Client, name = 'admin'): Promise<SyncDevice> {
  const { key } = await client.call('createApiKey', { body: { name: 'KOReader' } });
  return syncDevice(server, koreaderHeaders(name, key));
}
