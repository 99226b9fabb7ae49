import { and, eq, isNull, max, sql } from 'drizzle-orm';

import { AppError } from '~/contract/common/errors';
import type { Asking } from '~/contract/testimonials/testimonials-form-schema';
import { contactOf } from '~/server/features/companies/request-contact';
import type { DocumentLinks } from '~/server/features/documents/links';
import type { NotificationService } from '~/server/features/notifications/notifications.service';
import { type Actor, recordAudit } from '~/server/platform/audit/audit';
import type { Database } from '~/server/platform/db/client';
import { companies } from '~/server/platform/db/schema/companies';
import { serviceRequests } from '~/server/platform/db/schema/requests';
import { testimonials } from '~/server/platform/db/schema/testimonials';
import type { Mailer } from '~/server/platform/mail/mailer';
import { testimonialEmails } from './emails';

/**
 * Days after the due day during which clients are still asked. Without this limit, the job would try clients who have
 * unsubscribed forever.
 */
const dueDays = 14;

/** Minimum time between two emails, so that a double click, or two admins, do not send the email twice. */
const againAfterMs = 10 * 60_000;

export interface AskingOptions {
  links: Pick<DocumentLinks, 'mailed' | 'revoke'>;
  mailer: Mailer;
  notifications: Pick<NotificationService, 'mayMail' | 'unsubscribeUrl'>;
  getAsking(): Promise<Asking>;
}

/** Asks clients for a testimonial once their request is completed. */
export function createAsking(db: Database, options: AskingOptions) {
  const { links, mailer, notifications, getAsking } = options;

  /** Sends the email. @param ifWanted true to skip clients who have unsubscribed from emails about their requests */
  async function ask(
    actor: Actor,
    requestId: number,
    { ifWanted = false }: { ifWanted?: boolean } = {},
  ): Promise<{ id: number } | undefined> {
    const open = await mailer.open();
    const asked = await db.transaction(async (tx) => {
      const [request] = await tx
        .select()
        .from(serviceRequests)
        .where(eq(serviceRequests.id, requestId))
        .for('update');
      if (!request) throw new AppError('NOT_FOUND', 'Service request not found');
      if (request.status !== 'completed') {
        throw new AppError('CONFLICT', 'A client can be asked once the request is completed');
      }
      const client = await contactOf(tx, request);
      if (!client) {
        if (ifWanted) return undefined;
        throw new AppError(
          'CONFLICT',
          'The account of this client is disabled: they cannot be asked',
        );
      }
      if (ifWanted && !(await notifications.mayMail(tx, client.id, requestId, 'status'))) {
        return undefined;
      }
      const [known] = await tx
        .select()
        .from(testimonials)
        .where(and(eq(testimonials.requestId, requestId), isNull(testimonials.deletedAt)))
        .for('update');
      if (known?.givenAt) {
        throw new AppError('CONFLICT', `${known.name} has already answered`);
      }
      const name = `${client.firstName} ${client.lastName}`.trim();
      const isAskedAgain = known?.userId === client.id;
      const sinceAsked = Date.now() - (known?.askedAt?.getTime() ?? 0);
      if (isAskedAgain && sinceAsked < againAfterMs) {
        throw new AppError('CONFLICT', 'They were asked a moment ago. Please wait ten minutes.');
      }
      const id = known?.id ?? (await add(tx, { request, client, name }));
      // The request has another client now, so the link of the previous one must stop working.
      if (known && known.userId !== client.id) await links.revoke(tx, 'testimonial', id);
      const now = new Date();
      const person = { userId: client.id, email: client.email, name };
      await tx
        .update(testimonials)
        .set({ ...person, askedAt: now, updatedAt: now })
        .where(eq(testimonials.id, id));
      await recordAudit(tx, actor, {
        action: 'testimonial.asked',
        about: `testimonial:${id}`,
        did: `asked ${name} for a testimonial about “${request.title}”`,
        after: { requestId },
      });
      await testimonialEmails(open).ask(tx, {
        id,
        email: client.email,
        firstName: client.firstName,
        about: request.title,
        link: await links.mailed(tx, 'testimonial', id),
        ...(ifWanted && { unsubscribeUrl: notifications.unsubscribeUrl(client.id, 'status') }),
      });
      return { id };
    });
    mailer.sendSoon();
    return asked;
  }

  async function add(
    tx: Pick<Database, 'select' | 'insert'>,
    given: {
      request: typeof serviceRequests.$inferSelect;
      client: { id: string; email: string };
      name: string;
    },
  ): Promise<number> {
    const { request, client, name } = given;
    const [company] =
      request.companyId === null
        ? []
        : await tx.select().from(companies).where(eq(companies.id, request.companyId));
    const [last] = await tx.select({ position: max(testimonials.position) }).from(testimonials);
    const [row] = await tx
      .insert(testimonials)
      .values({
        name,
        company: company?.name ?? '',
        email: client.email,
        userId: client.id,
        requestId: request.id,
        source: 'link',
        position: (last?.position ?? 0) + 1,
      })
      .returning({ id: testimonials.id });
    if (!row) throw new Error('a testimonial was not stored');
    return row.id;
  }

  return {
    /**
     * Emails a private link to the client of a completed request. The email can be repeated until the client has answered.
     */
    async ask(actor: Actor, requestId: number): Promise<{ id: number }> {
      const asked = await ask(actor, requestId);
      if (!asked) throw new Error('a client was not asked');
      return asked;
    },

    /**
     * Asks about requests that were completed some days ago, if enabled in the settings. Skips requests that were
     * completed before the setting was enabled, and those that are more than two weeks overdue.
     *
     * @returns the result as text
     */
    async askDue(): Promise<string> {
      const { byItself, afterDays } = await getAsking();
      if (!byItself) return '';
      const due = await db.execute<{ id: number }>(sql`
        select r.id from service_requests r
        join lateral (
          select max(e.created_at) as at from service_request_events e
          where e.request_id = r.id and e.kind = 'status' and e.text = 'completed'
        ) completed on true
        where r.status = 'completed'
          and completed.at <= now() - make_interval(days => ${afterDays})
          and completed.at > now() - make_interval(days => ${afterDays + dueDays})
          and completed.at >= (select s.updated_at from settings s where s.key = 'testimonials')
          and not exists (select from testimonials t where t.request_id = r.id)
        order by completed.at`);
      let count = 0;
      for (const { id } of due) {
        if (await ask('system', id, { ifWanted: true })) count += 1;
      }
      return count > 0
        ? `asked ${count} ${count === 1 ? 'client' : 'clients'} for a testimonial`
        : '';
    },
  };
}
