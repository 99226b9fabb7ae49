import { AppError } from '~/contract/common/errors';
import { submissionKeySchema } from '~/contract/common/submission-key-schema';

/** Returns the key in an Idempotency-Key header; undefined without a key. */
export function readIdempotencyKey(header: string | undefined): string | undefined {
  const key = submissionKeySchema.optional().safeParse(header);
  if (!key.success) throw new AppError('BAD_REQUEST', 'The Idempotency-Key is too long');
  return key.data;
}
