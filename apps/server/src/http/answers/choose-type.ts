/** One media type of an `Accept` header, with its quality. */
interface Wish {
  readonly type: string;
  readonly weight: number;
}

function parseWish(part: string): Wish {
  const [type = '', ...parameters] = part.split(';').map((piece) => piece.trim().toLowerCase());
  const quality = parameters.find((parameter) => parameter.startsWith('q='))?.slice(2);
  const weight = quality === undefined ? 1 : Number(quality);
  return { type, weight: Number.isFinite(weight) ? Math.min(1, Math.max(0, weight)) : 0 };
}

/** How exactly an accepted type matches: 0 not at all, 3 exactly. */
function exactness({ type }: Wish, offered: string): number {
  if (type === offered) return 3;
  if (type === `${offered.split('/')[0] ?? ''}/*`) return 2;
  return type === '*/*' ? 1 : 0;
}

/**
 * The best media type for a request: by quality, then by the exactness of the match, then by the order of the offer.
 * @param accept the header; a missing one accepts everything
 * @param offered the first is also the answer when none is accepted
 * @see RFC 9110 section 12.5.1
 */
export function chooseType<Type extends string>(accept: string | undefined, offered: readonly [Type, ...Type[]]): Type {
  const wishes = (accept ?? '*/*').split(',').map(parseWish);
  let [best] = offered;
  let bestRank = 0;
  for (const type of offered) {
    // The most exact match gives the quality.
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

/** A text answer in place of JSON, for a client that asks for it. */
export class TextAnswer {
  readonly contentType: string;
  readonly text: string;

  constructor(contentType: string, text: string) {
    this.contentType = contentType;
    this.text = text;
  }
}
