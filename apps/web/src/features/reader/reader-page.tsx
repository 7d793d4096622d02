interface ReaderPageProps {
  readonly bookId: string;
  /** Page to open, from 1; where the reader left off when undefined. */
  readonly page: number | undefined;
}

export function ReaderPage({ bookId }: ReaderPageProps) {
  return <main id="main" data-book={bookId} />;
}
