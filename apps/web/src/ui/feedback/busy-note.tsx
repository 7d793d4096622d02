/** Says that a form is on its way, to those who do not see its button turn: until then it takes no second Enter. */
export function BusyNote({ busy }: { readonly busy: boolean }) {
  return (
    <span className="visually-hidden" role="status">
      {busy && 'One moment, this is on its way'}
    </span>
  );
}
