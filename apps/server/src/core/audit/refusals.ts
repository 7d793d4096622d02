import type { Logger } from 'pino';
import type { Database } from '#db/open.ts';
import { insertAuditEntries } from '#db/repos/system/audit.repo.ts';
import { getOrigin, type Origin } from './origin.ts';
import { toAuditRow } from './write-audit.ts';

/** Refusals of one client for one reason become one entry in this time, so that guessing cannot fill the disk. */
const GROUP_MS = 60_000;
/** Groups of that time. Further clients share one without an address. */
const MAX_GROUPS = 200;

interface Refusal {
  readonly reason: string;
  /** The account; undefined for unknown names, because a typed name may be a password. */
  readonly account: { readonly id: string; readonly username: string } | undefined;
  readonly details?: Readonly<Record<string, string>> | undefined;
}

interface Group extends Refusal {
  readonly origin: Origin;
  readonly firstAt: number;
  count: number;
}

/** Records refused sign-ins in groups. */
export interface Refusals extends AsyncDisposable {
  /** Counts a refusal of the running request. */
  readonly note: (refusal: Refusal) => void;
  /** Writes what was counted. */
  readonly settled: () => Promise<void>;
}

class GroupingRefusals implements Refusals {
  readonly #tools: { readonly db: Database; readonly log: Logger };
  #groups = new Map<string, Group>();
  #timer: NodeJS.Timeout | undefined;
  #writing: Promise<void> = Promise.resolve();

  constructor(tools: { readonly db: Database; readonly log: Logger }) {
    this.#tools = tools;
  }

  note({ reason, account, details }: Refusal): void {
    const origin = getOrigin();
    const key = JSON.stringify([reason, account?.id, origin.ipAddress, details]);
    const group = this.#groups.get(key) ?? this.#begin(key, { reason, account, details, origin });
    group.count += 1;
    this.#timer ??= setTimeout(() => void this.settled(), GROUP_MS).unref();
  }

  async settled(): Promise<void> {
    clearTimeout(this.#timer);
    this.#timer = undefined;
    const groups = [...this.#groups.values()];
    this.#groups = new Map();
    this.#writing = this.#writing.then(async () => this.#write(groups));
    await this.#writing;
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.settled();
  }

  #begin(key: string, about: Refusal & Pick<Group, 'origin'>): Group {
    const isFull = this.#groups.size >= MAX_GROUPS;
    const others = { reason: 'others', account: undefined, origin: { ipAddress: null, device: null } };
    const name = isFull ? 'others' : key;
    const group = this.#groups.get(name) ?? { ...(isFull ? others : about), firstAt: Date.now(), count: 0 };
    this.#groups.set(name, group);
    return group;
  }

  async #write(groups: readonly Group[]): Promise<void> {
    if (groups.length === 0) return;
    const rows = groups.map(({ reason, account, details, origin, firstAt, count }) =>
      toAuditRow(
        { action: 'sign_in_refused', actor: 'stranger', account, details: { reason, ...details, count } },
        origin,
        firstAt,
      ),
    );
    try {
      await this.#tools.db.transaction(async (tx) => insertAuditEntries(tx, rows));
    } catch (error) {
      // The log has a line for each of them.
      this.#tools.log.warn({ err: error }, 'refused sign-ins not recorded');
    }
  }
}

/** Starts empty. The caller disposes it before the database; disposing writes the rest. */
export function createRefusals(tools: { readonly db: Database; readonly log: Logger }): Refusals {
  return new GroupingRefusals(tools);
}
