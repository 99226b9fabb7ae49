/** The query of an invoice's page. */
export interface PaySearch {
  /** Opens the card form. */
  pay?: true;
  /** Added by Stripe where a bank had a page of its own. */
  redirect_status?: 'succeeded' | 'failed';
}

export function paySearchOf(given: Record<string, unknown>): PaySearch {
  const { pay, redirect_status: status } = given;
  return {
    ...(pay === true && { pay }),
    ...((status === 'succeeded' || status === 'failed') && { redirect_status: status }),
  };
}
