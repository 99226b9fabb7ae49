import type { AdminInvoice } from '~/contract/invoices/invoices-schema';
import { confirmDebit } from '~/sandbox/payments/confirm';
import type { StripeApp } from './stripe-app';

interface Paying {
  id: number;
  token: string;
}

/** Creates invoices that are paid by bank debit, with the sandbox as the bank. */
export function debitsOf(at: () => StripeApp) {
  const pay = ({ token }: Paying) => at().app.postJson(`/api/invoices/by-link/${token}/pay`, {});
  async function secretOf(one: Paying): Promise<string> {
    const response = await pay(one);
    const body = (await response.json()) as { clientSecret?: string; message?: string };
    if (!body.clientSecret) throw new Error(`${response.status}: ${body.message}`);
    return body.clientSecret;
  }

  return {
    ...{ pay, secretOf },

    read: ({ id }: Paying): Promise<AdminInvoice> => at().app.services.admin.invoices.get(id),

    /** Returns the kinds of emails to the client, in order. */
    async mailsOf({ id }: Paying): Promise<string[]> {
      const rows = await at().app.sql`
        select kind from mails where about = ${`invoice:${id}`}
          and kind <> 'invoice_notice' order by id`;
      return rows.map((row) => row.kind);
    },

    kindsOf: ({ timeline }: AdminInvoice) => timeline.map(({ kind }) => kind),

    /** Begins a debit. @returns the client secret that it was begun with */
    async debit(one: Paying, last4: string): Promise<string> {
      const secret = await secretOf(one);
      await at().sandbox.within((store) => confirmDebit(store, secret, { last4 }));
      await at().settled();
      return secret;
    },

    /** Makes the fake bank respond, or act after its response. */
    async nextDay(): Promise<void> {
      await at().sandbox.skipToAnswers();
      await at().settled();
    },
  };
}
