/** One media type that a request takes, and how much it likes it. */
interface Wish {
  readonly type: string;
  readonly weight: number;
}

function wishOf(part: string): Wish {
  const [type = '', ...parameters] = part.split(';').map((piece) => piece.trim().toLowerCase());
  const quality = parameters.find((parameter) => parameter.startsWith('q='))?.slice(2);
  const weight = quality === undefined ? 1 : Number(quality);
  return { type, weight: Number.isFinite(weight) ? Math.min(1, Math.max(0, weight)) : 0 };
}

/** How exactly a wish names a type: 0 when it does not, 3 when it says it. */
function exactness({ type }: Wish, offered: string): number {
  if (type === offered) return 3;
  if (type === `${offered.split('/')[0] ?? ''}/*`) return 2;
  return type === '*/*' ? 1 : 0;
}

/**
 * The media type that a request would like best, by weight, then by how exactly it is named, then in the order of the offer.
 * @param accept the header; nothing asks for anything
 * @param offered at least one; the first is what is sent when none of them is wanted
 * @see RFC 9110 section 12.5.1
 */
export function chooseType<Type extends string>(accept: string | undefined, offered: readonly [Type, ...Type[]]): Type {
  const wishes = (accept ?? '*/*').split(',').map(wishOf);
  let [best] = offered;
  let bestRank = 0;
  for (const type of offered) {
    // The most exact wish says how much this type is liked.
    const [wish] = wishes
      .map(({ weight, ...rest }) => ({ weight, exact: exactness({ weight, ...rest }, type) }))
      .toSorted((one, other) => other.exact - one.exact);
    const rank = wish === undefined || wish.exact === 0 || wish.weight === 0 ? 0 : wish.weight * 10 + wish.exact;
    if (rank > bestRank) {
      best = type;
      bestRank = rank;
    }
  }
  return best;
}

/** Text in place of JSON, for a client that accepts only text. */
export class TextAnswer {
  readonly contentType: string;
  readonly text: string;

  constructor(contentType: string, text: string) {
    this.contentType = contentType;
    this.text = text;
  }
}
