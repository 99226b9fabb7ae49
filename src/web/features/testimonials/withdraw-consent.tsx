import { useRouter } from '@tanstack/react-router';
import { useState } from 'react';

import type { LinkedTestimonial } from '~/contract/testimonials/testimonials-schema';
import { errorReasonOf } from '~/web/lib/api-error';
import { Button } from '~/web/ui/button';
import { failureToast } from '~/web/ui/failure-toast';
import styles from './page-testimonial.module.css';

/**
 * Button that withdraws consent and immediately hides the testimonial. There is no confirmation,
 * because the testimonial can be sent again.
 */
export function WithdrawConsent(props: { token: string; onDone(next: LinkedTestimonial): void }) {
  const { token, onDone } = props;
  const { client } = useRouter().options.context;
  const [isPending, setPending] = useState(false);
  const withdraw = async () => {
    setPending(true);
    try {
      onDone(await client.testimonialLinks.withdraw.mutate({ token }));
    } catch (error) {
      failureToast(error, 'We couldn’t withdraw your consent. Please try again.', errorReasonOf);
    } finally {
      setPending(false);
    }
  };
  return (
    <p className={styles.back}>
      <Button variant="outline" disabled={isPending} onClick={() => void withdraw()}>
        {isPending ? 'One moment...' : 'Withdraw consent'}
      </Button>
    </p>
  );
}
