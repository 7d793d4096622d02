import { AppError } from '../errors.ts';

/** One thing that is wrong with a condition, and where. */
interface Problem {
  readonly path: string;
  readonly message: string;
}

/** More than these are not told. */
const MAX_PROBLEMS = 20;

/** Gathers what is wrong with a condition, so that all of it is told at once. */
export class ConditionProblems {
  readonly #found: Problem[] = [];

  /** Notes a problem; null stands for what could not be read. */
  add(path: string, message: string): null {
    if (this.#found.length < MAX_PROBLEMS) this.#found.push({ path, message });
    return null;
  }

  /** Whether there were so many that reading on tells nobody anything. */
  get isFull(): boolean {
    return this.#found.length >= MAX_PROBLEMS;
  }

  /**
   * Ends with the problems, when there are any.
   * @throws {AppError} `BadRequest` with every problem as `{path, message}`
   */
  check(): void {
    const [first] = this.#found;
    if (first === undefined) return;
    throw new AppError('BadRequest', `"${first.path}" ${first.message}`, { details: this.#found });
  }
}
