import { expect, vi } from 'vitest';

import type { LeadMessage, LinkedMessage } from '~/contract/conversations/conversations-schema';
import type { UnmatchedMail } from '~/contract/mail/incoming-mail-schema';
import { signedInAs } from './admins';
import { startTestApp, type TestAppOptions } from './app';
import { headerOf, inboundEnv, type NewRawMail, postMail, rawMail } from './mails';
import { quoteRequest } from './requests';
import { askerOf } from './sign-in';
import { type Received, startSmtp } from './smtp';
import { userOf } from './threads';

export const newEmail = () => `${crypto.randomUUID()}@example.com`;

/** Returns the reply address of an email. */
export const answersTo = (mail: Pick<Received, 'raw'>): string =>
  /answers\+[a-z2-9]{26}@agency\.test/.exec(headerOf(mail, 'Reply-To'))?.[0] ?? '';

/** Starts the product with a mail server, a webhook for replies, and a signed-in owner. */
export async function startMailApp(options: TestAppOptions = {}) {
  const smtp = await startSmtp();
  const app = await startTestApp({
    ...options,
    env: { SMTP_URL: smtp.url, DEMO_MODE: 'on', ...inboundEnv, ...options.env },
    rateLimits: {
      ...{ quoteForm: 1e6, contactForm: 1e6, linkWrites: 1e6, confirmations: 1e6 },
      ...{ codeGap: 1e6, codesFromNetwork: 1e6 },
    },
  });
  const { id: adminId, cookie } = await signedInAs(app, 'owner');
  const admin = await userOf(app, adminId);
  const ask = askerOf(app, cookie);

  async function newQuote(email = newEmail()) {
    const response = await app.postJson('/api/quotes', quoteRequest({ email }));
    const { id } = (await response.json()) as { id: number };
    return { id, email };
  }

  /** Returns the last email that was sent to an address. */
  const mailTo = (email: string, what = /./) =>
    vi.waitFor(() => {
      const mail = smtp.received.findLast(({ to, raw }) => to.includes(email) && what.test(raw));
      if (!mail) throw new Error(`no email to ${email} was sent`);
      return mail;
    });

  return {
    app,
    smtp,
    admin,
    ask,
    newQuote,
    mailTo,

    /** Creates a quote to which the agency has replied in the panel. @returns it with the reply address */
    async answeredQuote(email = newEmail()) {
      const quote = await newQuote(email);
      await ask('POST', `/api/admin/quotes/${quote.id}/messages`, { text: 'When do you need it?' });
      const mail = await mailTo(email, /When do you need it/);
      return { ...quote, mail, address: answersTo(mail) };
    },

    messagesOf: async (id: number, kind = 'quotes') =>
      (await ask<LeadMessage[]>('GET', `/api/admin/${kind}/${id}/messages`)).body,

    /** Returns the messages that the holder of the quote's private link can read. */
    linkedMessages: (id: number): Promise<LinkedMessage[]> =>
      app.services.linkedConversation.list(id),

    unmatched: async () => (await ask<UnmatchedMail[]>('GET', '/api/admin/mail/unmatched')).body,

    /** Delivers an email, and waits until it is processed. */
    async receive(mail: NewRawMail | string) {
      const response = await postMail(app, typeof mail === 'string' ? mail : rawMail(mail));
      expect(response.status).toBe(202);
      await app.services.incomingMail.work();
    },

    async close() {
      await app.close();
      await smtp.stop();
    },
  };
}

export type MailApp = Awaited<ReturnType<typeof startMailApp>>;
