import { hash, verify } from '@node-rs/argon2';

/** argon2id with 19 MiB, two passes, one lane (decision A8); the package's default algorithm is argon2id. */
const COST = { memoryCost: 19_456, timeCost: 2, parallelism: 1 } as const;

/** A PHC string, with a random salt. */
export async function hashPassword(password: string): Promise<string> {
  return await hash(password, COST);
}

/** Whether a password belongs to a hash made by `hashPassword`. */
export async function isPasswordOf(passwordHash: string, password: string): Promise<boolean> {
  return await verify(passwordHash, password);
}
