import { submissionKeyMax } from './limits';
import { text } from './text-schema';

/** Makes a repeated submission return the first response. Also read from the Idempotency-Key header. */
export const submissionKeySchema = text({
  min: 1,
  minMessage: 'The key is empty',
  max: submissionKeyMax,
});
