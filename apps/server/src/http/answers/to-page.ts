import type { Listed } from '#core/page.ts';

/** Names of the relations in the answer and in the header, in the order of reading. */
const RELATIONS = ['first', 'prev', 'self', 'next', 'last'] as const;
/** Clients limit the size of all headers together, so a longer one is left out. */
const MAX_LENGTH = 4_096;

function isMapping(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null;
}

/** The `Link` header (RFC 8288) of a page of a list, for clients that read headers only; undefined for other answers. */
export function linkHeader(answer: unknown): string | undefined {
  if (!isMapping(answer) || !('data' in answer) || !isMapping(answer['links'])) return undefined;
  const { links } = answer;
  const parts = RELATIONS.flatMap((relation) => {
    const address = links[relation];
    return typeof address === 'string' && /^\/[!-;=?-~]*$/.test(address) ? [`<${address}>; rel="${relation}"`] : [];
  });
  const text = parts.join(', ');
  return text === '' || text.length > MAX_LENGTH ? undefined : text;
}

interface PageRequest {
  readonly path: string;
  readonly query: Readonly<Record<string, unknown>> & { readonly page: number; readonly pageSize: number };
}

/**
 * Wraps one page of rows; links repeat the accepted query under its camelCase names.
 * @param request the handler's request, or its path with another query when defaults must not show in links
 */
export function toPage<Row>(request: PageRequest, { rows, total }: Listed<Row>) {
  const { page, pageSize } = request.query;
  const totalPages = Math.ceil(total / pageSize);
  const link = (target: number): string => {
    const search = new URLSearchParams();
    const query: Readonly<Record<string, unknown>> = { ...request.query, page: target };
    for (const [name, value] of Object.entries(query)) {
      if (value === undefined || value === null || value === false) continue;
      for (const item of Array.isArray(value) ? value : [value]) search.append(name, String(item));
    }
    return `${request.path}?${search.toString()}`;
  };
  return {
    data: rows,
    page,
    pageSize,
    total,
    totalPages,
    links: {
      self: link(page),
      first: link(1),
      last: link(Math.max(1, totalPages)),
      next: page < totalPages ? link(page + 1) : null,
      prev: page > 1 ? link(Math.max(1, Math.min(page - 1, totalPages))) : null,
    },
  };
}
