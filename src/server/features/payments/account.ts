import type { StripeMode, StripeSource } from './stripe';

/** Returns the mode and the account of the Stripe keys, such as 'live acct_1A2b'. */
export type AccountSource = () => Promise<string>;

/**
 * Creates the source of the account's name. Customers, subscriptions and events exist only in one mode of one account,
 * so their rows store this name too. The name is requested once. If the request fails, the next call retries it.
 */
export function createAccountSource(stripe: StripeSource, mode: StripeMode): AccountSource {
  let name: Promise<string> | undefined;

  async function read(): Promise<string> {
    if (mode === 'sandbox') return mode;
    const client = await stripe();
    const account = await client.accounts.retrieveCurrent().catch((error) => {
      // A restricted key may lack the permission to read the account. In this case, only the mode is known.
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
