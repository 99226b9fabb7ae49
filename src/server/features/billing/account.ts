import type { StripeMode, StripeSource } from './stripe';

/** Names the mode and account that the keys belong to, such as 'live acct_1A2b'. */
export type AccountSource = () => Promise<string>;

/**
 * Customers, subscriptions and events exist in one mode of one account alone, so what is stored of them is
 * stored together with its name. It is asked for once; a failed attempt is made again.
 */
export function createAccountSource(stripe: StripeSource, mode: StripeMode): AccountSource {
  let name: Promise<string> | undefined;

  async function read(): Promise<string> {
    if (mode === 'sandbox') return mode;
    const client = await stripe();
    const account = await client.accounts.retrieveCurrent().catch((error) => {
      // A restricted key may not read it; then the mode is all there is to tell accounts apart by.
      if ((error as { type?: unknown }).type === 'StripePermissionError') return undefined;
      throw error;
    });
    return account ? `${mode} ${account.id}` : mode;
  }

  return () => {
    name ??= read().catch((error) => {
      name = undefined;
      throw error;
    });
    return name;
  };
}

/** In words for an admin. */
export function describeAccount(account: string): string {
  if (account === 'sandbox') return 'the demo sandbox';
  const [mode, id] = account.split(' ');
  return `Stripe${id ? ` account ${id}` : ''} (${mode} mode)`;
}
