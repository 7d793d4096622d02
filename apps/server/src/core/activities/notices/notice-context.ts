import type { Config } from '#config/schema.ts';
import type { Access } from '#core/people/access.ts';
import type { Settings } from '#core/settings/settings.ts';
import type { Database } from '#db/open.ts';
import type { Queue } from '#jobs/queue.ts';
import type { Mailer } from '#mail/mailer.ts';
import type { MessageSender } from '#net/message-sender.ts';

/** What notices use. */
export interface NoticeContext {
  readonly db: Database;
  readonly config: Config;
  readonly settings: Pick<Settings, 'get'>;
  readonly access: Pick<Access, 'sealer'>;
  readonly mailer: Mailer;
  readonly queue: Queue;
  /** For targets of users: the public Internet only. */
  readonly publicMessages: MessageSender;
  /** For targets of the server and of admins: also the networks that the operator allows. */
  readonly adminMessages: MessageSender;
}
