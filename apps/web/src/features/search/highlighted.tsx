import { highlight } from './highlight.ts';
import css from './search.module.css';

/** A text with what was searched for marked in it. */
export function Highlighted({ text, query }: { readonly text: string; readonly query: string }) {
  return highlight(text, query).map(({ text: piece, isMatch }, index) =>
    isMatch ? (
      // pieces have nothing but their place
      <mark key={index} className={css['mark']}>
        {piece}
      </mark>
    ) : (
      piece
    ),
  );
}
