import { and, desc, eq, type SQL, sql } from 'drizzle-orm';

import { AppError } from '~/contract/common/errors';
import { listMax, nameMax, textMax } from '~/contract/common/limits';
import { aboutOf, permissionFor, type RecordRef } from '~/contract/conversations/records';
import type { CurrentUser } from '~/contract/identity/identity-schema';
import { forbiddenMessageOf, may } from '~/contract/identity/permissions';
import type { AdminQuote } from '~/contract/leads/leads-schema';
import type {
  AttachMail,
  UnmatchedMail,
  UnmatchedQuery,
  UnmatchedTab,
  WholeMail,
} from '~/contract/mail/incoming-mail-schema';
import { postMessage } from '~/server/features/conversations/conversations.service';
import { refColumns } from '~/server/features/conversations/parts';
import type { QuotesAdmin } from '~/server/features/leads/quotes/quotes.panel';
import { emitMessage } from '~/server/features/request-threads/emit-message';
import { type Actor, recordAudit as recordChange } from '~/server/platform/audit/audit';
import type { Database } from '~/server/platform/db/client';
import { conversations } from '~/server/platform/db/schema/conversations';
import { incomingMails } from '~/server/platform/db/schema/incoming-mail';
import { messages } from '~/server/platform/db/schema/messages';
import type { KeepAttachments } from './attachments';
import { addressedAs } from './keep-message';
import type { ReadMail } from './reading/read-mail';
import type { IncomingRow, MailWork } from './work-on-mail';

const notFound = () => new AppError('NOT_FOUND', 'Email not found');
const decided = () => new AppError('CONFLICT', 'Another admin already processed this email');
const unread = () =>
  new AppError('CONFLICT', 'This email can’t be read again. Please answer it from your mailbox.');

const fromOf = ({ fromName: name, fromAddress: address }: IncomingRow) =>
  addressedAs({ name, address }) || 'An unknown sender';

const toUnmatched = (row: IncomingRow): UnmatchedMail => ({
  id: row.id,
  from: fromOf(row),
  subject: row.subject,
  text: (row.text || row.fullText).slice(0, excerptMax),
  reason: row.reason,
  spam: row.isSpam,
  possiblyAutomatic: row.possiblyAutomatic,
  confirmed: row.authentication === 'pass',
  files: row.fileNames,
  createdAt: row.createdAt.toISOString(),
});

/** True for an automatic email that belongs to no record. */
const isAutomatic = sql`${incomingMails.state} = 'automatic' and ${incomingMails.about} = ''`;

const conditions: Record<UnmatchedTab, SQL> = {
  unmatched: sql`${incomingMails.state} = 'unmatched' and not ${incomingMails.isSpam}`,
  spam: sql`${incomingMails.state} = 'unmatched' and ${incomingMails.isSpam}`,
  // Automatic emails include newsletters, and input that forms of other sites send by email.
  automatic: isAutomatic,
  discarded: sql`${incomingMails.state} = 'discarded'`,
};

/** Maximum length of a text in the list. A click opens the complete text. */
const excerptMax = 2_000;

const isAddress = (text: string) => /^[^\s@<>]+@[^\s@<>]+\.[^\s@<>]+$/.test(text);

const chosenOf = ({ quoteId, contactMessageId, requestId }: AttachMail): RecordRef => {
  if (quoteId !== undefined) return { kind: 'quote', id: quoteId };
  if (contactMessageId !== undefined) return { kind: 'message', id: contactMessageId };
  return { kind: 'request', id: requestId ?? 0 };
};

/** Manages emails without a record, until an admin decides about them. */
export function createUnmatchedMail(
  db: Database,
  {
    work,
    quotes,
    keepAttachments,
  }: { work: MailWork; quotes: Pick<QuotesAdmin, 'enter'>; keepAttachments: KeepAttachments },
) {
  async function find(id: number): Promise<IncomingRow> {
    const [row] = await db.select().from(incomingMails).where(eq(incomingMails.id, id));
    if (!row) throw notFound();
    return row;
  }

  async function waiting(id: number): Promise<{ row: IncomingRow; mail: ReadMail | undefined }> {
    const row = await find(id);
    if (row.state !== 'unmatched' && !(row.state === 'automatic' && row.about === '')) {
      throw decided();
    }
    return { row, mail: row.isWhole ? await work.readAgain(row) : undefined };
  }

  async function setState(
    actor: Actor,
    id: number,
    [from, to]: ['unmatched' | 'discarded', 'unmatched' | 'discarded'],
    did: string,
  ): Promise<{ id: number }> {
    return db.transaction(async (tx) => {
      const [row] = await tx
        .update(incomingMails)
        .set({ state: to, handledAt: sql`now()` })
        .where(and(eq(incomingMails.id, id), eq(incomingMails.state, from)))
        .returning();
      if (!row) {
        const { state } = await find(id);
        if (state === to) return { id };
        throw decided();
      }
      await recordChange(tx, actor, {
        action: `mail.${to === 'discarded' ? 'discarded' : 'restored'}`,
        about: `mail:${id}`,
        did: `${did} a mail from ${fromOf(row)}`,
      });
      return { id };
    });
  }

  const isListed = (status: UnmatchedTab | undefined) =>
    status ? conditions[status] : eq(incomingMails.state, 'unmatched');

  async function list(query: UnmatchedQuery): Promise<UnmatchedMail[]> {
    const { status, page = 1, pageSize = listMax } = query;
    const rows = await db
      .select()
      .from(incomingMails)
      .where(isListed(status))
      .orderBy(desc(incomingMails.id))
      .limit(pageSize)
      .offset((page - 1) * pageSize);
    return rows.map(toUnmatched);
  }

  return {
    async search(query: UnmatchedQuery): Promise<{ rows: UnmatchedMail[]; total: number }> {
      const total = db.$count(incomingMails, isListed(query.status));
      return { rows: await list(query), total: await total };
    },

    /** Returns one page of a filter, and the number of emails for each filter. */
    async page(query: UnmatchedQuery & { status: UnmatchedTab }) {
      const [row] = await db
        .select({
          unmatched: sql<number>`count(*) filter (where ${conditions.unmatched})`.mapWith(Number),
          spam: sql<number>`count(*) filter (where ${conditions.spam})`.mapWith(Number),
          automatic: sql<number>`count(*) filter (where ${conditions.automatic})`.mapWith(Number),
          discarded: sql<number>`count(*) filter (where ${conditions.discarded})`.mapWith(Number),
        })
        .from(incomingMails)
        .where(sql`${incomingMails.state} in ('unmatched', 'automatic', 'discarded')`);
      const counts = row ?? { unmatched: 0, spam: 0, automatic: 0, discarded: 0 };
      return { rows: await list(query), total: counts[query.status], counts };
    },

    /**
     * Returns the complete text of an email, including parts that its message omits.
     *
     * @throws FORBIDDEN for an email about a record that the admin cannot see
     */
    async whole(user: CurrentUser, id: number): Promise<WholeMail> {
      const row = await find(id);
      const [message] = await db
        .select(refColumns)
        .from(messages)
        .innerJoin(conversations, eq(conversations.id, messages.conversationId))
        .where(eq(messages.incomingMailId, id));
      const permission = permissionFor(message?.kind ?? 'quote', 'read');
      if (!may(user, permission)) {
        throw new AppError('FORBIDDEN', forbiddenMessageOf(user, permission));
      }
      return {
        id,
        from: fromOf(row),
        subject: row.subject,
        text: row.fullText,
        createdAt: row.createdAt.toISOString(),
      };
    },

    /**
     * Assigns an email to a record. If it came from the client's address, it becomes a message of the client; otherwise an
     * admin must accept it.
     */
    async attach(user: CurrentUser, choice: AttachMail): Promise<{ id: number }> {
      const record = chosenOf(choice);
      const permission = permissionFor(record.kind, 'write');
      if (!may(user, permission)) {
        throw new AppError('FORBIDDEN', forbiddenMessageOf(user, permission));
      }
      const { row, mail } = await waiting(choice.id);
      if (!mail) throw unread();
      await work.keepIn(record, row, mail, (tx) =>
        recordChange(tx, user, {
          action: 'mail.attached',
          about: aboutOf(record),
          did: `put a mail from ${fromOf(row)} into the conversation of ${record.kind} ${record.id}`,
          after: { mailId: row.id },
        }),
      );
      return { id: choice.id };
    },

    /** Creates a lead from an email. Sends no email. */
    async makeLead(user: CurrentUser, id: number): Promise<AdminQuote> {
      const { row, mail } = await waiting(id);
      const address = row.fromAddress.toLowerCase();
      const files = mail && (await keepAttachments(mail, { address }));
      const details = [
        row.subject,
        row.text || row.fullText,
        ...(files?.refused ?? []).map((line) => `Not attached: ${line}`),
      ];
      return quotes.enter(
        user,
        {
          name: (row.fromName || row.fromAddress || 'An unknown sender').slice(0, nameMax),
          email: isAddress(address) ? address : '',
          company: '',
          phone: '',
          projectDetails:
            details.filter(Boolean).join('\n\n').slice(0, textMax) || 'An email without text',
          source: 'other',
          key: `mail-${id}`,
        },
        async (tx, quoteId) => {
          const about = aboutOf({ kind: 'quote', id: quoteId });
          const taken = await tx
            .update(incomingMails)
            .set({ state: 'lead', about, handledAt: sql`now()` })
            .where(and(eq(incomingMails.id, id), eq(incomingMails.state, row.state)))
            .returning({ id: incomingMails.id });
          if (taken.length === 0) throw decided();
          if (!files || files.ids.length === 0) return;
          const message = await postMessage(
            tx,
            { kind: 'quote', id: quoteId },
            {
              authorName: fromOf(row),
              byAgency: false,
              text: 'Sent with the email.',
              origin: 'mail',
              incomingMailId: id,
            },
            { isPart: true },
          );
          if (!message) return;
          await files.attach(tx, message.id);
          await emitMessage(tx, message.id);
        },
      );
    },

    discard: (actor: Actor, id: number) =>
      setState(actor, id, ['unmatched', 'discarded'], 'discarded'),

    restore: (actor: Actor, id: number) =>
      setState(actor, id, ['discarded', 'unmatched'], 'restored'),
  };
}
