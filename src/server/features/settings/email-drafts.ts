import { emailTemplates } from '~/contract/mail/email-templates';
import type { EmailDraft } from '~/contract/mail/email-templates-schema';
import type { Database } from '~/server/platform/db/client';
import type { Part } from '~/server/platform/mail/layout';
import { createWords, type Email, type Mailer } from '~/server/platform/mail/mailer';
import type { NewMail } from '~/server/platform/mail/outbox';
import type { RateLimits } from '~/server/platform/rate-limit/rate-limits';

/** Shows emails with unsaved texts and sample data. */
export function createEmailDrafts(
  db: Database,
  { mailer, rateLimits }: { mailer: Mailer; rateLimits: RateLimits },
) {
  return {
    /** Returns the email as a client would get it. */
    async preview(draft: EmailDraft): Promise<{ subject: string; html: string }> {
      let shown: NewMail | undefined;
      const open = await mailer.open(async (_, mail) => {
        shown = mail;
        return 0;
      });
      await open.write(db, sampleEmail(draft, open, 'client@example.com'));
      return { subject: shown?.subject ?? '', html: shown?.html ?? '' };
    },

    /** Sends the email to the admin who edits it. */
    async sendTest(owner: { id: string; email: string }, draft: EmailDraft): Promise<void> {
      await rateLimits.consume('testMails', owner.id, 'Too many test mails.');
      const open = await mailer.open();
      const email = sampleEmail(draft, open, owner.email);
      await open.write(db, { ...email, subject: `Test: ${email.subject}` });
      mailer.sendSoon();
    },
  };
}

export type EmailDrafts = ReturnType<typeof createEmailDrafts>;

/** Returns an email with unsaved texts and sample data. */
export function sampleEmail(
  { key, ...words }: EmailDraft,
  { name, publicUrl }: { name: string; publicUrl: string },
  to: string,
): Email & { subject: string } {
  const { facts, button, variables } = emailTemplates[key];
  const { intro, ...head } = createWords({ [key]: words }, name)(key, variables);
  const parts: Part[] = [intro];
  if (facts.length > 0) parts.push({ kind: 'facts', facts: facts.map(([...fact]) => fact) });
  if (button) parts.push({ kind: 'button', label: button, url: publicUrl });
  return { kind: 'email_test', to, ...head, parts };
}
