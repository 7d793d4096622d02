/** A finding about the server, as the last check left it. */
export interface HealthFindingTable {
  key: string;
  area: string;
  /** `warning` or `problem`. */
  state: string;
  /** A stored message, as `advice`. */
  message: string;
  advice: string | null;
  /** The page of the web app that mends it. */
  page: string;
  /** A hidden finding is shown again when this differs. */
  fingerprint: string;
  since: number;
  hiddenAt: number | null;
  /** Name of the admin who hid it. */
  hiddenBy: string | null;
}
