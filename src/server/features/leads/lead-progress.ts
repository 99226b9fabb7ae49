import { and, eq, inArray, isNull } from 'drizzle-orm';

import { type Actor, record } from '~/server/platform/audit/audit';
import type { Database } from '~/server/platform/db/client';
import { contactMessages } from '~/server/platform/db/schema/contact';
import { quotes } from '~/server/platform/db/schema/quotes';
import { standingFor } from './quotes/merged';
import { emitQuote } from './quotes/quotes.rows';

type Executor = Pick<Database, 'insert' | 'select' | 'update'>;

/** The lead that something answers: a quote, a contact message or none. */
export interface AnsweredLead {
  quoteId: number | null;
  messageId: number | null;
}

/** Notes when a person first answered a lead; later answers change nothing. */
export async function noteFirstAnswer(tx: Executor, lead: AnsweredLead): Promise<void> {
  const answered = { firstAnswerAt: new Date() };
  if (lead.quoteId !== null) {
    const changed = await tx
      .update(quotes)
      .set(answered)
      .where(and(eq(quotes.id, standingFor(lead.quoteId)), isNull(quotes.firstAnswerAt)))
      .returning({ id: quotes.id });
    for (const { id } of changed) await emitQuote(tx, 'quote.updated', id);
  }
  if (lead.messageId !== null) {
    await tx
      .update(contactMessages)
      .set(answered)
      .where(and(eq(contactMessages.id, lead.messageId), isNull(contactMessages.firstAnswerAt)));
  }
}

/** A proposal is an answer: a lead that was open, or turned down before, counts as answered from now on. Other statuses stay. */
export async function noteProposalSent(
  tx: Executor,
  actor: Actor,
  lead: AnsweredLead,
  proposalNumber: string,
): Promise<void> {
  await noteFirstAnswer(tx, lead);
  const changes = { updatedAt: new Date() };
  const because = `was sent the proposal ${proposalNumber}`;
  if (lead.quoteId !== null) {
    const [before] = await tx
      .select({ status: quotes.status })
      .from(quotes)
      .where(eq(quotes.id, standingFor(lead.quoteId)))
      .for('update');
    const [quote] = await tx
      .update(quotes)
      .set({ ...changes, status: 'contacted' })
      .where(
        and(
          eq(quotes.id, standingFor(lead.quoteId)),
          inArray(quotes.status, ['pending', 'rejected']),
        ),
      )
      .returning({ id: quotes.id, name: quotes.name });
    if (quote) {
      await record(tx, actor, {
        action: 'quote.status',
        about: `quote:${quote.id}`,
        did: `marked the quote from ${quote.name} as contacted: it ${because}`,
        before,
        after: { status: 'contacted' },
      });
      await emitQuote(tx, 'quote.updated', quote.id);
    }
  }
  if (lead.messageId !== null) {
    const [message] = await tx
      .update(contactMessages)
      .set({ ...changes, status: 'replied' })
      .where(
        and(
          eq(contactMessages.id, lead.messageId),
          inArray(contactMessages.status, ['unread', 'read']),
        ),
      )
      .returning({ firstName: contactMessages.firstName, lastName: contactMessages.lastName });
    if (message) {
      await record(tx, actor, {
        action: 'message.status',
        about: `message:${lead.messageId}`,
        did: `marked the message from ${message.firstName} ${message.lastName} as replied: it ${because}`,
        after: { status: 'replied' },
      });
    }
  }
}

/** A quote whose proposal was accepted is approved, also one that was rejected before. */
export async function noteProposalAccepted(
  tx: Executor,
  { quoteId }: AnsweredLead,
  proposalNumber: string,
): Promise<void> {
  if (quoteId === null) return;
  const [quote] = await tx
    .update(quotes)
    .set({ status: 'approved', updatedAt: new Date() })
    .where(
      and(
        eq(quotes.id, standingFor(quoteId)),
        inArray(quotes.status, ['pending', 'contacted', 'rejected']),
      ),
    )
    .returning({ id: quotes.id, name: quotes.name });
  if (!quote) return;
  await record(tx, 'system', {
    action: 'quote.status',
    about: `quote:${quote.id}`,
    did: `marked the quote from ${quote.name} as approved: ${proposalNumber} was accepted`,
    after: { status: 'approved' },
  });
  await emitQuote(tx, 'quote.updated', quote.id);
}
