import type { Generated } from 'kysely';

/** Where notices go: to a program or mail address of a user, or of the server. */
export interface NoticeTargetTable {
  id: string;
  /** The user whose target it is; null for one of the server. */
  userId: string | null;
  /** The user whose view decides what notices may name; null once deleted: then they name nothing. */
  viewerId: string | null;
  name: string;
  /** `webhook`, `ntfy`, `gotify`, `discord` or `mail`. */
  type: string;
  /** Host, mail address or stored message, which may be shown. */
  place: string;
  /** Address and secret, sealed. */
  sealed: string;
  /** JSON array. */
  kinds: string;
  enabled: number;
  /** Failed deliveries in a row. */
  failures: number;
  /** A stored message. */
  lastError: string | null;
  lastErrorAt: number | null;
  lastSentAt: number | null;
  createdAt: number;
  updatedAt: number;
}

/** A cause of notices that was not planned yet, written in the transaction of the cause. */
export interface NoticeCauseTable {
  id: Generated<number>;
  kind: string;
  /** JSON: ids, and an error as a stored message. */
  subject: string;
  createdAt: number;
}

/** A notice on its way to one target; its row is deleted once it arrived. */
export interface NoticeDeliveryTable {
  id: string;
  targetId: string;
  kind: string;
  /** JSON array of subjects. */
  subjects: string;
  createdAt: number;
}

/** A series whose new books a user wants to hear of. */
export interface SeriesFollowTable {
  userId: string;
  seriesId: string;
  createdAt: number;
}
