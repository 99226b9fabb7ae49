import { submissionKeyMax } from './limits';
import { text } from './text-schema';

/**
 * Idempotency key of a submission: a repeated submission returns the first response. Also read from the Idempotency-Key
 * header.
 */
export const submissionKeySchema = text({
  min: 1,
  minMessage: 'The key is empty',
  max: submissionKeyMax,
});
