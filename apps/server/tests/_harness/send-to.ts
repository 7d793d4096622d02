import { type OutgoingHttpHeaders, request } from 'node:http';

/** What came back; the body where it is JSON. */
export interface Sent {
  readonly status: number;
  readonly headers: Readonly<Record<string, string | string[] | undefined>>;
  readonly text: string;
  readonly body: Readonly<Record<string, unknown>>;
}

/** Sends a request with headers that `fetch` keeps for itself, such as Host. */
export async function sendTo(
  url: string,
  path: string,
  {
    method = 'GET',
    headers = {},
    body,
  }: { readonly method?: string; readonly headers?: OutgoingHttpHeaders; readonly body?: string } = {},
): Promise<Sent> {
  return await new Promise((resolve, reject) => {
    const length = body === undefined ? {} : { 'content-length': Buffer.byteLength(body) };
    const sent = request(`${url}${path}`, { method, headers: { ...length, ...headers } }, (answer) => {
      const parts: Buffer[] = [];
      answer.on('data', (part: Buffer) => parts.push(part));
      answer.on('error', reject);
      answer.on('end', () => {
        const text = Buffer.concat(parts).toString('utf8');
        const isJson = answer.headers['content-type']?.includes('json') === true;
        const parsed = (isJson ? JSON.parse(text) : {}) as Sent['body'];
        resolve({ status: answer.statusCode ?? 0, headers: answer.headers, text, body: parsed });
      });
    });
    sent.on('error', reject);
    sent.end(body);
  });
}
