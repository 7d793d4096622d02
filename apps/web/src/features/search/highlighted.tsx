import { highlight } from './highlight.ts';
import css from './search.module.css';

/** A text with the matches of a query marked. */
export function Highlighted({ text, query }: { readonly text: string; readonly query: string }) {
  return highlight(text, query).map(({ text: piece, isMatch }, index) =>
    isMatch ? (
      // pieces have no id but their index
      <mark key={index} className={css['mark']}>
        {piece}
      </mark>
    ) : (
      piece
    ),
  );
}
