import { and, eq, gt, isNull, like, ne, type SQL } from 'drizzle-orm';

import { AppError } from '~/contract/common/errors';
import { type Answer, answerText, briefFields } from '~/contract/forms/forms';
import type { PublicForm } from '~/contract/forms/forms-schema';
import type { CurrentUser } from '~/contract/identity/identity-schema';
import { messageMax } from '~/contract/threads/threads';
import { isRequestOf } from '~/server/features/companies/ownership';
import type { Forms } from '~/server/features/content/forms/forms.service';
import type { LinkedConversation } from '~/server/features/conversations/linked-conversation';
import type { Alongside } from '~/server/features/conversations/threads';
import type { ClaimedFiles } from '~/server/features/files/claimed';
import { sha256 } from '~/server/features/identity/tokens';
import { issuesError } from '~/server/features/leads/checked';
import type { Sender } from '~/server/features/leads/submissions';
import { storedKeyOf } from '~/server/features/leads/submit-lead';
import type { RequestThreads } from '~/server/features/request-threads/request-threads.service';
import type { Database } from '~/server/platform/db/client';
import { quotes } from '~/server/platform/db/schema/quotes';
import { serviceRequests } from '~/server/platform/db/schema/requests';
import { services } from '~/server/platform/db/schema/services';
import type { RateLimits } from '~/server/platform/rate-limit/rate-limits';

type Read = (fields: PublicForm['fields'], sent: unknown) => Promise<Answer[]>;

/**
 * Manages briefs: forms that are shown after a request for a service. Answers are messages in the thread of the lead or the
 * request.
 */
export function createBriefs(
  db: Database,
  options: {
    forms: Forms;
    files: ClaimedFiles;
    conversation: Pick<LinkedConversation, 'write'>;
    requestThreads: Pick<RequestThreads, 'send'>;
    rateLimits: RateLimits;
    /** Validates a submission. @throws BAD_REQUEST */
    readAnswers: Read;
  },
) {
  const { forms, files, conversation, requestThreads, rateLimits, readAnswers } = options;

  /** Returns the brief of a service; null if it has none, or if its form has no further fields. */
  async function briefForm(formId: number | null): Promise<PublicForm | null> {
    const form = formId === null ? undefined : await forms.find(formId);
    const fields = briefFields(form?.fields ?? []);
    return form && fields.length > 0 ? { ...form, fields } : null;
  }

  /**
   * Returns the quote that was sent with a key, for a service with this brief. The page knows only the key. After a
   * phone changed networks, or the client signed in, the sender counts as another one, so an unguessable key is enough.
   * Guessable keys are accepted only from the same sender.
   */
  async function quoteUnder({ id, quoteKey }: { id: number; quoteKey: string }, sender: Sender) {
    const find = (isIt: SQL | undefined) =>
      db
        .select({ id: quotes.id })
        .from(quotes)
        .innerJoin(services, eq(services.id, quotes.serviceId))
        .where(and(isIt, eq(services.briefFormId, id)))
        .limit(2);
    const [own] = await find(eq(quotes.submissionKey, storedKeyOf(sender, quoteKey)));
    if (own || !unguessable.test(quoteKey)) return own;
    const since = new Date(Date.now() - briefHours * 60 * 60_000);
    const [quote, other] = await find(
      and(gt(quotes.createdAt, since), like(quotes.submissionDigest, `% ${sha256(quoteKey)}`)),
    );
    return other ? undefined : quote;
  }

  async function ofRequest(user: CurrentUser, id: number): Promise<PublicForm | null> {
    const [row] = await db
      .select({
        formId: services.briefFormId,
        briefedAt: serviceRequests.briefedAt,
        status: serviceRequests.status,
      })
      .from(serviceRequests)
      .leftJoin(services, eq(services.id, serviceRequests.serviceId))
      .where(and(eq(serviceRequests.id, id), isRequestOf(user.id)));
    if (!row) throw new AppError('NOT_FOUND', 'Request not found');
    return row.briefedAt || row.status === 'cancelled' ? null : briefForm(row.formId);
  }

  return {
    ofRequest,

    /** Returns the brief for a quote's service, for its sender to answer; null if the form no longer exists. */
    asked: (formId: number) => briefForm(formId),

    /** Stores the answers to the brief of a quote. Only accepted from the sender, shortly after the quote, and only once. */
    async ofQuote(
      given: { id: number; answers: unknown; quoteKey: string },
      sender: Sender,
    ): Promise<{ id: number }> {
      if (sender.network !== undefined) await rateLimits.consume('briefs', sender.network);
      const quote = await quoteUnder(given, sender);
      const form = quote && (await briefForm(given.id));
      if (!form) throw new AppError('NOT_FOUND', 'The request that this belongs to is not there');
      const answers = await readAnswers(form.fields, given.answers);
      const text = textOf(form, answers);
      const message = await conversation
        .write({ kind: 'quote', id: quote.id }, { text, key: 'brief' })
        .catch((error: unknown) => {
          // Another answer to the brief was stored first. The error would reveal a key that this sender does not know.
          const isOther = error instanceof AppError && error.code === 'UNPROCESSABLE_CONTENT';
          throw isOther ? answeredAlready() : error;
        });
      await files.addTo(db, message.id, uploadsOf(answers));
      return { id: quote.id };
    },

    /** Stores the answers to the brief of a request, only once. @throws CONFLICT if there is nothing to answer anymore */
    async answerRequest(
      user: CurrentUser,
      given: { id: number; answers: unknown },
    ): Promise<{ id: number }> {
      const form = await ofRequest(user, given.id);
      if (!form) throw nothingAsked();
      const answers = await readAnswers(form.fields, given.answers);
      const text = textOf(form, answers);
      // Marks the request in the transaction of the message, so that only one of several concurrent answers is stored
      // and the others get 409.
      const mark: Alongside = async (tx, messageId) => {
        const marked = await tx
          .update(serviceRequests)
          .set({ briefedAt: new Date() })
          .where(
            and(
              eq(serviceRequests.id, given.id),
              isNull(serviceRequests.briefedAt),
              ne(serviceRequests.status, 'cancelled'),
            ),
          )
          .returning({ id: serviceRequests.id });
        if (marked.length === 0) throw nothingAsked();
        if (messageId !== undefined) await files.addTo(tx, messageId, uploadsOf(answers));
      };
      await requestThreads.send(user, { id: given.id, text, fileIds: [] }, mark);
      return { id: given.id };
    },
  };
}

export type Briefs = ReturnType<typeof createBriefs>;

/** Hours after a quote during which its brief is accepted from another network or session. */
const briefHours = 24;

/** Matches keys that this site creates: 128 random bits in hex, or as a UUID. */
const unguessable = /^(?:[0-9a-f]{4}-?){7}[0-9a-f]{4}$/i;

const answeredAlready = () =>
  new AppError(
    'UNPROCESSABLE_CONTENT',
    'These questions were already answered. Please contact us to change an answer.',
  );

const nothingAsked = () => new AppError('CONFLICT', 'There is nothing left to fill in');

const uploadsOf = (answers: Answer[]): number[] =>
  answers.flatMap(({ files }) => files?.map(({ id }) => id) ?? []);

/** Formats answers as a message of the thread. @throws BAD_REQUEST if they exceed the maximum length of a message */
function textOf({ name }: PublicForm, answers: Answer[]): string {
  const parts = answers.map((answer) => `${answer.label}\n${answerText(answer)}`);
  const text = [name, ...parts].join('\n\n');
  if (text.length <= messageMax) return text;
  const lengths = parts.map(({ length }) => length);
  const longest = answers[lengths.indexOf(Math.max(...lengths))];
  const bound = messageMax.toLocaleString('en');
  const message = `Please keep all answers together to ${bound} characters; this is the longest`;
  throw issuesError([{ path: `answers.${longest?.key}`, message }]);
}
