import { z } from 'zod';
import { describeShape } from '#config/leaves.ts';

/** What a refused value should have been, in words: `must be a whole number from 1 to 10`. */
export function expectedOf(schema: z.ZodType, error: z.ZodError): string {
  const own = error.issues.find(({ message }) => message.startsWith('must '))?.message;
  if (own !== undefined) return own;
  const shape = z.toJSONSchema(schema, { io: 'input' });
  return `must be ${shape.type === 'array' ? 'a list' : describeShape(shape)}`;
}
