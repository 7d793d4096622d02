// A client written from the API description alone. The test generates the types and checks this file with
// them, as `LecternPaths`; nothing else knows them, which is why this is no TypeScript.
import createClient from 'openapi-fetch';

/**
 * The value of an answer that must be a success.
 * @template T
 * @param {{ readonly data?: T, readonly error?: unknown, readonly response: Response }} answer
 * @returns {NonNullable<T>}
 */
function readValue({ data, error, response }) {
  if (data === undefined || data === null) throw new Error(`${response.status}: ${JSON.stringify(error)}`);
  return data;
}

/**
 * Signs in, finds a book by its list, fetches its first page, and notes how far it is read.
 * @param {string} baseUrl
 * @param {{ readonly username: string, readonly password: string }} account
 */
export async function walk(baseUrl, account) {
  /** @type {ReturnType<typeof createClient<LecternPaths>>} */
  const anybody = createClient({ baseUrl });
  const { access_token: token, user } = readValue(await anybody.POST('/api/v1/auth/login', { body: account }));
  /** @type {ReturnType<typeof createClient<LecternPaths>>} */
  const client = createClient({ baseUrl, headers: { authorization: `Bearer ${token}` } });
  const list = readValue(
    await client.GET('/api/v1/books', { params: { query: { page: 1, pageSize: 2, sort: 'title,asc' } } }),
  );
  const [book] = list.data;
  if (book === undefined) throw new Error('Expected a book');
  const pages = readValue(await client.GET('/api/v1/books/{id}/pages', { params: { path: { id: book.id } } }));
  const picture = await client.GET('/api/v1/books/{bookId}/pages/{pageNumber}', {
    params: { path: { bookId: book.id, pageNumber: pages[0]?.pageNumber ?? 0 } },
    parseAs: 'arrayBuffer',
  });
  const saved = readValue(
    await client.PUT('/api/v1/books/{id}/progress', {
      params: { path: { id: book.id } },
      body: { currentPage: 2 },
    }),
  );
  // @ts-expect-error the description has no such path: with types that allow everything, this line would be an error
  await client.GET('/api/v1/no-such-place');
  const refused = await client.PUT('/api/v1/books/{id}/progress', {
    params: { path: { id: book.id } },
    // @ts-expect-error a page is a number
    body: { currentPage: 'two' },
  });
  return {
    name: user.username,
    title: book.title.toUpperCase(),
    total: list.total,
    pages: pages.length,
    picture: [picture.response.headers.get('content-type'), readValue(picture).byteLength > 0],
    currentPage: saved.currentPage + 0,
    refused: refused.error?.error,
  };
}
