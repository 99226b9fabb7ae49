import { and, desc, eq, sql } from 'drizzle-orm';

import { messageServices } from '~/contract/leads/contact';
import { labelOf } from '~/contract/leads/quotes';
import type { Inquiry } from '~/contract/requests/requests-schema';
import { isShownToSender } from '~/server/features/leads/quotes/merged';
import type { Database } from '~/server/platform/db/client';
import { contactMessages } from '~/server/platform/db/schema/contact';
import { quotes } from '~/server/platform/db/schema/quotes';
import { serviceRequests } from '~/server/platform/db/schema/requests';

/** Maximum number of results of each kind. */
const inquiriesMax = 50;

type Quote = typeof quotes.$inferSelect;
type Message = typeof contactMessages.$inferSelect;

export const quoteTitle = ({ serviceName }: Pick<Quote, 'serviceName'>): string =>
  serviceName ? `Quote request: ${serviceName}` : 'Quote request';

export const messageTitle = ({ subject, service }: Pick<Message, 'subject' | 'service'>): string =>
  subject || `Message: ${labelOf(messageServices, service)}`;

/** True if a quote led to work, regardless of its current status. */
export const becameWork = sql<boolean>`exists (select from service_requests work where work.quote_id = quotes.id)`;

/** Returns the status of a quote for its client. A quote that led to work is never shown as rejected. */
export const quoteStatusOf = ({ status }: Pick<Quote, 'status'>, isWork: boolean): string =>
  isWork && status === 'rejected' ? 'approved' : status;

/**
 * Returns the status of a message for its client, which shows whether the message was answered, but not whether it was
 * read.
 */
export const messageStatus = ({ status }: Pick<Message, 'status'>): string =>
  status === 'replied' ? 'replied' : 'sent';

export const isOwnQuote = (email: string) => eq(sql`lower(${quotes.email})`, email);
export const isOwnMessage = (email: string) => eq(sql`lower(${contactMessages.email})`, email);

/**
 * Returns quotes and messages that were sent with an email, newest first. The caller must have verified that the email
 * belongs to the client.
 */
export async function inquiriesOf(db: Database, email: string): Promise<Inquiry[]> {
  const [quoted, written] = await Promise.all([
    db
      .select({ quote: quotes, requestId: serviceRequests.id })
      .from(quotes)
      .leftJoin(serviceRequests, eq(serviceRequests.quoteId, quotes.id))
      .where(and(isOwnQuote(email), isShownToSender))
      .orderBy(desc(quotes.createdAt), desc(quotes.id))
      .limit(inquiriesMax),
    db
      .select()
      .from(contactMessages)
      .where(isOwnMessage(email))
      .orderBy(desc(contactMessages.createdAt), desc(contactMessages.id))
      .limit(inquiriesMax),
  ]);
  const all: Inquiry[] = [
    ...quoted.map(({ quote, requestId }) => ({
      id: `quote:${quote.id}`,
      kind: 'quote' as const,
      title: quoteTitle(quote),
      text: quote.projectDetails,
      status: quoteStatusOf(quote, requestId !== null),
      createdAt: quote.createdAt.toISOString(),
      requestId,
    })),
    ...written.map((message) => ({
      id: `message:${message.id}`,
      kind: 'message' as const,
      title: messageTitle(message),
      text: message.message,
      status: messageStatus(message),
      createdAt: message.createdAt.toISOString(),
      requestId: null,
    })),
  ];
  return all.sort((a, b) => (a.createdAt < b.createdAt ? 1 : -1));
}
