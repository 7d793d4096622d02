import css from './quotation.module.css';

/** Words of a book, in lines as there. */
export function Quotation({ text }: { readonly text: string }) {
  return (
    <blockquote className={css['quotation']} dir="auto" data-testid="quotation">
      {text}
    </blockquote>
  );
}
