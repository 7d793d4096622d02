/** All error kinds with their status. The names are part of the wire format. */
export const ERROR_STATUS = {
  BadRequest: 400,
  Unauthorized: 401,
  Forbidden: 403,
  NotFound: 404,
  MethodNotAllowed: 405,
  Conflict: 409,
  PreconditionFailed: 412,
  PayloadTooLarge: 413,
  UnsupportedMediaType: 415,
  RangeNotSatisfiable: 416,
  rate_limit_exceeded: 429,
  InternalServerError: 500,
  ServiceUnavailable: 503,
  InsufficientStorage: 507,
} as const;

export type ErrorKind = keyof typeof ERROR_STATUS;

export const ERROR_KINDS = Object.keys(ERROR_STATUS) as readonly ErrorKind[];
