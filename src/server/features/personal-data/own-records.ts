import { and, asc, eq, gt, isNotNull, isNull, notInArray, or, sql } from 'drizzle-orm';

import { secretMailKinds } from '~/contract/common/mail';
import type { RecordRef } from '~/contract/conversations/records';
import { isProposalOf, isRequestOf } from '~/server/features/companies/ownership';
import { isOf } from '~/server/features/conversations/parts';
import { messageStatus, quoteStatusOf } from '~/server/features/requests/inquiries';
import type { Database } from '~/server/platform/db/client';
import { contactMessages } from '~/server/platform/db/schema/contact';
import { conversations } from '~/server/platform/db/schema/conversations';
import { files } from '~/server/platform/db/schema/files';
import { mails } from '~/server/platform/db/schema/mail';
import { messages } from '~/server/platform/db/schema/messages';
import { proposalAcceptances, proposals } from '~/server/platform/db/schema/proposals';
import { quotes } from '~/server/platform/db/schema/quotes';
import { requestEvents, serviceRequests } from '~/server/platform/db/schema/requests';
import { testimonials } from '~/server/platform/db/schema/testimonials';
import { accountRecordOf } from './account-record';
import { type Address, isMailTo, presentOf } from './addresses';
import { ownDocumentsOf } from './own-documents';
import { type Client, inPages, isTheirOwn, pageRows } from './paged-rows';

/** Returns a client's data as the client may see it, without internal data of the agency and data of colleagues. */
export function ownRecordsOf(db: Database, client: Client, addresses: readonly Address[]) {
  const { id } = client;
  // Null if the client shares the email with the agency.
  const email = presentOf(addresses) ?? null;

  const saidIn = (ref: RecordRef) =>
    db
      .select({
        id: messages.id,
        by: messages.authorName,
        byAgency: messages.byAgency,
        text: messages.text,
        cutText: messages.cutText,
        createdAt: messages.createdAt,
        editedAt: messages.editedAt,
      })
      .from(messages)
      .where(and(isOf(messages.conversationId, ref), eq(messages.internal, false)))
      .orderBy(asc(messages.id));

  /**
   * True for files in messages of the client's own requests, leads and proposals; and for the client's uploads that are
   * in a colleague's request or in no message.
   */
  const isOwnFile = and(
    isNotNull(files.finishedAt),
    or(
      and(isNull(files.messageId), eq(files.uploaderId, id)),
      and(
        eq(messages.internal, false),
        isRequestOf(id),
        or(eq(serviceRequests.userId, id), eq(files.uploaderId, id)),
      ),
      // Selects files of replies to the client's leads, and of messages about their proposals.
      and(
        eq(messages.internal, false),
        or(
          sql`${conversations.quoteId} in (select q.id from quotes q
            where q.user_id = ${id} or (q.user_id is null and lower(q.email) = ${email}))`,
          sql`${conversations.contactMessageId} in (select c.id from contact_messages c where lower(c.email) = ${email})`,
          sql`${conversations.proposalId} in (select p.id from proposals p where p.user_id = ${id} and p.company_id is null)`,
        ),
      ),
    ),
  );

  return {
    account: () => accountRecordOf(db, id),

    async *quotes() {
      const rows = inPages((after) =>
        db
          .select({
            quote: quotes,
            id: quotes.id,
            isWork: sql<boolean>`exists (select from service_requests work where work.quote_id = quotes.id)`,
          })
          .from(quotes)
          .where(
            and(
              or(
                and(isNull(quotes.userId), eq(sql`lower(${quotes.email})`, email)),
                eq(quotes.userId, id),
              ),
              gt(quotes.id, after),
            ),
          )
          .orderBy(asc(quotes.id))
          .limit(pageRows),
      );
      for await (const { quote, isWork } of rows) {
        const { name, phone, company, country, serviceName, budget, timeline } = quote;
        yield {
          id: quote.id,
          ...{ name, email: quote.email, phone, company, country, serviceName, budget, timeline },
          projectDetails: quote.projectDetails,
          status: quoteStatusOf(quote, isWork),
          visit: visitOf(quote),
          createdAt: quote.createdAt,
          conversation: await saidIn({ kind: 'quote', id: quote.id }),
        };
      }
    },

    async *contactMessages() {
      const rows = inPages((after) =>
        db
          .select()
          .from(contactMessages)
          .where(
            and(eq(sql`lower(${contactMessages.email})`, email), gt(contactMessages.id, after)),
          )
          .orderBy(asc(contactMessages.id))
          .limit(pageRows),
      );
      for await (const row of rows) {
        const { firstName, lastName, phone, service, subject, message } = row;
        yield {
          id: row.id,
          ...{ firstName, lastName, email: row.email, phone, service, subject, message },
          status: messageStatus(row),
          visit: visitOf(row),
          createdAt: row.createdAt,
          conversation: await saidIn({ kind: 'message', id: row.id }),
        };
      }
    },

    async *requests() {
      const rows = inPages((after) =>
        db
          .select()
          .from(serviceRequests)
          .where(
            and(isRequestOf(id), eq(serviceRequests.userId, id), gt(serviceRequests.id, after)),
          )
          .orderBy(asc(serviceRequests.id))
          .limit(pageRows),
      );
      for await (const row of rows) {
        const { title, description, status, targetDate, wishedDate, urgent, note } = row;
        yield {
          id: row.id,
          ...{ title, description, status, targetDate, wishedDate, urgent, note },
          createdAt: row.createdAt,
          events: await db
            .select({
              kind: requestEvents.kind,
              text: requestEvents.text,
              byAgency: requestEvents.byAgency,
              createdAt: requestEvents.createdAt,
            })
            .from(requestEvents)
            .where(eq(requestEvents.requestId, row.id))
            .orderBy(asc(requestEvents.id)),
          messages: await saidIn({ kind: 'request', id: row.id }),
        };
      }
    },

    /** Returns the client's messages in requests of colleagues. */
    writtenElsewhere: () =>
      inPages((after) =>
        db
          .select({
            id: messages.id,
            requestId: conversations.requestId,
            text: messages.text,
            cutText: messages.cutText,
            createdAt: messages.createdAt,
          })
          .from(messages)
          .innerJoin(conversations, eq(conversations.id, messages.conversationId))
          .innerJoin(serviceRequests, eq(serviceRequests.id, conversations.requestId))
          .where(
            and(
              eq(messages.authorId, id),
              eq(messages.byAgency, false),
              eq(messages.internal, false),
              isRequestOf(id),
              sql`${serviceRequests.userId} <> ${id}`,
              gt(messages.id, after),
            ),
          )
          .orderBy(asc(messages.id))
          .limit(pageRows),
      ),

    async *proposals() {
      const rows = inPages((after) =>
        db
          .select()
          .from(proposals)
          .where(and(isProposalOf(client), isTheirOwn(proposals, id), gt(proposals.id, after)))
          .orderBy(asc(proposals.id))
          .limit(pageRows),
      );
      for await (const row of rows) {
        const { number, title, status, content, sentAt, decidedAt, declineReason } = row;
        const [acceptance] = await db
          .select({
            name: proposalAcceptances.name,
            acceptedAt: proposalAcceptances.acceptedAt,
            ip: proposalAcceptances.ip,
            userAgent: proposalAcceptances.userAgent,
          })
          .from(proposalAcceptances)
          .where(eq(proposalAcceptances.proposalId, row.id));
        yield {
          ...{ number, title, status, content, sentAt, decidedAt, declineReason },
          acceptance: acceptance ?? null,
          conversation: await saidIn({ kind: 'proposal', id: row.id }),
        };
      }
    },

    ...ownDocumentsOf(db, client, email),

    testimonials: () =>
      inPages((after) =>
        db
          .select({
            id: testimonials.id,
            words: testimonials.words,
            name: testimonials.name,
            role: testimonials.role,
            company: testimonials.company,
            isPublished: testimonials.isPublished,
            consentMeans: testimonials.consentMeans,
            consentBy: testimonials.consentBy,
            consentOn: testimonials.consentOn,
            consentText: testimonials.consentText,
            askedAt: testimonials.askedAt,
            givenAt: testimonials.givenAt,
            withdrawnAt: testimonials.withdrawnAt,
          })
          .from(testimonials)
          .where(
            and(
              or(eq(testimonials.userId, id), eq(sql`lower(${testimonials.email})`, email)),
              gt(testimonials.id, after),
            ),
          )
          .orderBy(asc(testimonials.id))
          .limit(pageRows),
      ),

    /** Returns emails to the client's mailbox. They contain no working links, which are never stored. */
    mails: () =>
      inPages((after) =>
        db
          .select({
            id: mails.id,
            subject: mails.subject,
            text: mails.text,
            sentAt: mails.sentAt,
          })
          .from(mails)
          .where(
            and(
              isMailTo(addresses),
              isNotNull(mails.sentAt),
              notInArray(mails.kind, [...secretMailKinds]),
              gt(mails.id, after),
            ),
          )
          .orderBy(asc(mails.id))
          .limit(pageRows),
      ),

    /** Returns the files, newest first. */
    files: () =>
      db
        .select({
          id: files.id,
          name: files.name,
          size: files.size,
          type: files.type,
          requestId: conversations.requestId,
          createdAt: files.createdAt,
        })
        .from(files)
        .leftJoin(messages, eq(messages.id, files.messageId))
        .leftJoin(conversations, eq(conversations.id, messages.conversationId))
        .leftJoin(serviceRequests, eq(serviceRequests.id, conversations.requestId))
        .where(isOwnFile)
        .orderBy(sql`${files.id} desc`),
  };
}

export type OwnRecords = ReturnType<typeof ownRecordsOf>;

/** Describes how the visit that led to a lead began. */
const visitOf = (lead: {
  leadSource: string | null;
  referringHost: string;
  firstPage: string;
  utmSource: string;
  utmMedium: string;
  utmCampaign: string;
  utmTerm: string;
  utmContent: string;
}) => {
  const { leadSource, referringHost, firstPage } = lead;
  const { utmSource, utmMedium, utmCampaign, utmTerm, utmContent } = lead;
  return {
    ...{ leadSource, referringHost, firstPage },
    ...{ utmSource, utmMedium, utmCampaign, utmTerm, utmContent },
  };
};
