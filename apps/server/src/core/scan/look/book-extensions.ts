/** Extensions of all files that may be books, lower-case, without dot. */
export const BOOK_EXTENSIONS: readonly string[] = ['cbz', 'cbr', 'epub', 'pdf'];
