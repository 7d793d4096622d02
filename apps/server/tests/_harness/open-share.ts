/** A browser that opened a link. */
export interface Opened {
  readonly status: number;
  readonly id: string;
  readonly text: string;
  readonly cookie: string;
  /** Asks for something behind the link: `/books/{id}/cover`. */
  readonly get: (path: string) => Promise<Response>;
}

/** Opens a shared link as a page of this server does, signed in or not. */
export async function openShare({ url }: { readonly url: string }, token: string, session?: string): Promise<Opened> {
  const own = {
    'sec-fetch-site': 'same-origin',
    ...(session === undefined ? {} : { cookie: `lectern_session=${session}` }),
  };
  const answer = await fetch(`${url}/api/v1/shared/open`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', ...own },
    body: JSON.stringify({ token }),
  });
  const text = await answer.text();
  const cookie = /^(lectern_share=[^;]+)/.exec(answer.headers.get('set-cookie') ?? '')?.[1] ?? '';
  const { id = '' } = JSON.parse(text) as { readonly id?: string };
  const get = async (path: string) => fetch(`${url}/api/v1/shared/${id}${path}`, { headers: { cookie } });
  return { status: answer.status, id, text, cookie, get };
}
