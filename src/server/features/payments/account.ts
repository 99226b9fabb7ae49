import type { StripeMode, StripeSource } from './stripe';

/** Names the mode and the account of the keys, such as 'live acct_1A2b'. */
export type AccountSource = () => Promise<string>;

/**
 * Customers, subscriptions and events exist in one mode of one account only, so their rows store this name too.
 * It is requested once; a failed request is repeated on the next call.
 */
export function createAccountSource(stripe: StripeSource, mode: StripeMode): AccountSource {
  let name: Promise<string> | undefined;

  async function read(): Promise<string> {
    if (mode === 'sandbox') return mode;
    const client = await stripe();
    const account = await client.accounts.retrieveCurrent().catch((error) => {
      // A restricted key may lack the permission to read the account; then only the mode tells accounts apart.
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

/** For an admin to read. */
export function describeAccount(account: string): string {
  if (account === 'sandbox') return 'the demo sandbox';
  const [mode, id] = account.split(' ');
  return `Stripe${id ? ` account ${id}` : ''} (${mode} mode)`;
}
