/** A link of OPDS 2.0 and of web publication manifests. What is not known is left out: nothing may be null. */
export interface Link {
  readonly href: string;
  readonly type: string;
  readonly rel?: string;
  readonly title?: string;
  /** Set when, and only when, the address has braces to fill. */
  readonly templated?: true;
  readonly width?: number;
  readonly height?: number;
  /** Bytes. */
  readonly size?: number;
  readonly alternate?: readonly Link[];
  readonly properties?: Readonly<Record<string, unknown>>;
}
