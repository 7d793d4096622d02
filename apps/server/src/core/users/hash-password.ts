import { hash, verify } from '@node-rs/argon2';

/** argon2id with 19 MiB, two passes, one lane (decision A8); the package's default algorithm is argon2id. */
const COST = { memoryCost: 19_456, timeCost: 2, parallelism: 1 } as const;

/** Hashing shares its threads with reading files: a flood of sign-ins must leave some for pages. */
const AT_ONCE = 2;

const waiting: (() => void)[] = [];
let running = 0;

async function inTurn<Value>(work: () => Promise<Value>): Promise<Value> {
  if (running >= AT_ONCE) await new Promise<void>((resolve) => waiting.push(resolve));
  else running += 1;
  try {
    return await work();
  } finally {
    // A place goes from hand to hand: nobody who comes later can take it in between.
    const next = waiting.shift();
    if (next === undefined) running -= 1;
    else next();
  }
}

/** The same whichever keyboard it was typed on: letters with signs come in one piece or in several. */
function composed(password: string): string {
  return password.normalize('NFC');
}

/** A PHC string, with a random salt. */
export async function hashPassword(password: string): Promise<string> {
  return await inTurn(async () => hash(composed(password), COST));
}

/**
 * Whether a password belongs to a hash made by `hashPassword`.
 * @param check called when the turn has come: it may throw for what has happened while others were before
 */
export async function isPasswordOf(passwordHash: string, password: string, check?: () => void): Promise<boolean> {
  return await inTurn(async () => {
    check?.();
    if (await verify(passwordHash, composed(password))) return true;
    // Passwords used to be hashed as they were typed.
    return composed(password) !== password && (await verify(passwordHash, password));
  });
}
