/** How the relations are called in the answer and in the header alike, in the order of reading. */
const RELATIONS = ['first', 'prev', 'self', 'next', 'last'] as const;
/** A longer header would cost more than it tells: clients take so many bytes of all of them. */
const MAX_LENGTH = 4_096;

function isMapping(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null;
}

/**
 * The pages around one of a list, for programs that read headers only (`Link`, RFC 8288); undefined for what is no page of a
 * list. The addresses are those of the answer, in which everything that clients say is encoded.
 */
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
