import type { StripeMode, StripeSource } from './stripe';

/** Returns the mode and the account of the keys, such as 'live acct_1A2b'. */
export type AccountSource = () => Promise<string>;

/**
 * Customers, subscriptions and events exist in one mode of one account only, so their rows store this name too. It is requested
 * once; the next call retries a failed request.
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

/** Describes the account for an admin. */
export function describeAccount(account: string): string {
  if (account === 'sandbox') return 'the demo sandbox';
  const [mode, id] = account.split(' ');
  return `Stripe${id ? ` account ${id}` : ''} (${mode} mode)`;
}
