/** A table that the target of a move has until all its rows are compared. Servers refuse a database that has it. */
export const MOVE_TABLE = 'unfinishedMove';

/** A server opens a database that a move did not complete. */
export class UnfinishedMoveError extends Error {
  override readonly name = 'UnfinishedMoveError';
  constructor() {
    super(
      'This database is the target of a move that did not end. Run the same "lectern move" again; it starts over by ' +
        'itself. The source of the move is complete',
    );
  }
}
