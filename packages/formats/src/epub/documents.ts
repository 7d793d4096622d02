import { type Container, type ContainerEntry } from '../container.ts';
import { FormatError } from '../format-error.ts';
import { type Limits } from '../limits.ts';
import { type FormatProblem } from '../reading.ts';
import { decodeText } from '../xml/decode-text.ts';
import { parseXmlText } from '../xml/parse-xml.ts';
import { type XmlElement } from '../xml/tree.ts';
import { type EntryIndex, indexEntries } from './entry-index.ts';

/** Text of all documents of a book: a valid book has some megabytes, a small archive can expand to gigabytes. */
const TEXT_BUDGET = 192 * 1024 * 1024;

/** The documents of an EPUB being read, and its problems. */
export interface EpubDocuments {
  readonly entries: EntryIndex;
  readonly container: Container;
  readonly problems: FormatProblem[];
  readonly limits: Limits;
  /**
   * Text of a document.
   * @throws {FormatError} `xml.too-large` beyond `documentBytes` or the book's budget, and as `Container.read`
   */
  readonly readText: (entry: ContainerEntry) => Promise<string>;
  /** Parses a document; one that is not well-formed adds a problem. */
  readonly readTree: (entry: ContainerEntry) => Promise<XmlElement>;
  /** Runs an optional reader: a FormatError becomes a problem and undefined. */
  readonly attempt: <T>(what: string, run: () => Promise<T>) => Promise<T | undefined>;
  readonly report: (code: string, message: string) => void;
}

const PROBLEM_LIMIT = 100;

/** Prepares reading a book's documents within the limits. */
export function openDocuments(container: Container, limits: Limits): EpubDocuments {
  const entries = indexEntries(container);
  const problems: FormatProblem[] = [];
  let budget = TEXT_BUDGET;
  const report = (code: string, message: string): void => {
    const isKnown = problems.some((problem) => problem.code === code && problem.message === message);
    if (!isKnown && problems.length < PROBLEM_LIMIT) problems.push({ code, message });
  };
  const readText = async (entry: ContainerEntry): Promise<string> => {
    if (entry.length > limits.documentBytes || entry.length > budget) {
      const message = `Cannot read "${entry.name}": ${String(entry.length)} bytes are more than a document may have`;
      throw new FormatError('xml.too-large', message);
    }
    budget -= entry.length;
    return decodeText(await container.read(entry));
  };
  return {
    entries,
    container,
    problems,
    limits,
    report,
    readText,
    readTree: async (entry) => {
      const { root, recovered } = parseXmlText(await readText(entry), limits);
      if (recovered) report('xml.malformed', `"${entry.name}" is not well-formed: what could be read is used`);
      return root;
    },
    attempt: async (what, run) => {
      try {
        return await run();
      } catch (error) {
        if (!(error instanceof FormatError)) throw error;
        report(error.code, `${what}: ${error.message}`);
        return undefined;
      }
    },
  };
}
