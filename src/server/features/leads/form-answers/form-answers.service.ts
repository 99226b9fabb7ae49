import { eq } from 'drizzle-orm';

import { AppError } from '~/contract/common/errors';
import { answerRulesOf, answersNotAsked } from '~/contract/forms/answers';
import type { FormAnswers } from '~/contract/forms/form-answers-schema';
import { type Answer, answerText, notTaken, notTakenText, whoFields } from '~/contract/forms/forms';
import type { PublicForm } from '~/contract/forms/forms-schema';
import type { Forms } from '~/server/features/content/forms/forms.service';
import type { ClaimedFiles } from '~/server/features/files/claimed';
import { issuesError } from '~/server/features/leads/checked';
import { summaryOfQuote } from '~/server/features/leads/emails';
import type { LeadMails } from '~/server/features/leads/lead-mails';
import { leadSourceOf } from '~/server/features/leads/lead-source';
import { digitsOf, type Sender, sentByOf } from '~/server/features/leads/submissions';
import { createSubmitLead } from '~/server/features/leads/submit-lead';
import type { Database } from '~/server/platform/db/client';
import { quotes } from '~/server/platform/db/schema/quotes';
import { newRowOf } from '~/server/platform/db/values';
import type { RateLimits } from '~/server/platform/rate-limit/rate-limits';

/** Manages submissions of custom forms. Each submission is a quote with answers. */
export function createFormAnswers(
  db: Database,
  options: { forms: Forms; mails: LeadMails; rateLimits: RateLimits; files: ClaimedFiles },
) {
  const { forms, files } = options;
  const submitLead = createSubmitLead(db, options.mails, options.rateLimits);

  /** Returns the answers with the files to which they refer. @throws BAD_REQUEST for a file that no longer exists */
  async function withFiles(answers: Answer[]): Promise<Answer[]> {
    return Promise.all(
      answers.map(async (answer) => {
        if (answer.type !== 'file' || !Array.isArray(answer.value)) return answer;
        const [missed, sent] = [true, false].map((isMissed) =>
          (answer.value as string[]).filter((one) => one.startsWith(notTaken) === isMissed),
        ) as [string[], string[]];
        const found = sent.length > 0 ? await files.find(sent) : [];
        if (found.length < sent.length) {
          throw issuesError([
            {
              path: `answers.${answer.key}`,
              message: 'One of the files no longer exists. Please add it again',
            },
          ]);
        }
        const names = missed.map((one) => notTakenText(one.slice(notTaken.length)));
        return { ...answer, value: [...found.map(({ name }) => name), ...names], files: found };
      }),
    );
  }

  /** Validates a submission, and finds the files to which it refers. @throws BAD_REQUEST with each invalid field */
  async function readAnswers(
    fields: PublicForm['fields'],
    sent: unknown,
    { isLead } = { isLead: false },
  ): Promise<Answer[]> {
    const checked = answerRulesOf(fields, { isLead }).safeParse(sent);
    if (checked.success) {
      return [...(await withFiles(checked.data)), ...answersNotAsked(fields, sent)];
    }
    throw issuesError(
      checked.error.issues.map(({ path, message }) => ({
        path: ['answers', ...path].join('.'),
        message,
      })),
    );
  }

  return {
    readAnswers,

    async submit(
      { id, answers: sent, key, website, cameFrom }: Omit<FormAnswers, 'submissionKey'>,
      sender: Sender = {},
    ): Promise<{ id: number }> {
      const form = await forms.get(id);
      const answers = await readAnswers(form.fields, sent, { isLead: true });
      const fields = leadOf(form, answers);
      const uploads = answers.flatMap((answer) => answer.files?.map((file) => file.id) ?? []);
      return submitLead({
        rateLimit: 'quoteForm',
        submission: { key, website },
        sender,
        insert: (tx, columns) =>
          tx
            .insert(quotes)
            .values(
              newRowOf(quotes, {
                ...fields,
                ...columns,
                ...leadSourceOf(cameFrom),
                phoneDigits: digitsOf(fields.phone),
                sentById: sentByOf(sender, fields.email),
                source: 'api',
                formId: form.id,
                answers,
              }),
            )
            .onConflictDoNothing({ target: quotes.submissionKey })
            .returning({ id: quotes.id, createdAt: quotes.createdAt }),
        // A repeated submission stores nothing, because its files belong to the earlier one.
        async alongside(tx, quoteId) {
          if (uploads.length === 0) return;
          await files.attach(tx, { quoteId, authorName: fields.name, uploads });
        },
        findByKey: (submissionKey) =>
          db
            .select({ id: quotes.id, digest: quotes.submissionDigest, createdAt: quotes.createdAt })
            .from(quotes)
            .where(eq(quotes.submissionKey, submissionKey)),
        summaryOf: (quoteId) => summaryOfQuote({ ...fields, answers, id: quoteId }),
      });
    },

    /** Checks that a form accepts files. @throws NOT_FOUND for an unknown form, or a form without file fields */
    async rejectUpload(id: number): Promise<void> {
      const form = await forms.get(id);
      if (form.fields.some(({ type }) => type === 'file')) return;
      throw new AppError('NOT_FOUND', 'This form takes no files');
    },
  };
}

export type FormAnswersService = ReturnType<typeof createFormAnswers>;

/** Returns the columns of a quote that lists, the search and replies need. */
function leadOf(form: PublicForm, answers: Answer[]) {
  const who = whoFields(
    form.fields,
    answers.map(({ key }) => key),
  );
  const said = (key: string | undefined) => {
    const value = answers.find((answer) => answer.key === key)?.value;
    return typeof value === 'string' ? value : '';
  };
  const email = said(who.email);
  const phone = said(who.phone);
  return {
    // Uses contact data instead of a missing name, because each row needs a name.
    name: said(who.name) || email || phone || 'No name',
    ...{ email, phone },
    company: said(who.company),
    serviceName: form.name,
    // Omits values that have a separate column.
    projectDetails: answers
      .filter(({ key }) => !Object.values(who).includes(key))
      .map((answer) => `${answer.label}: ${answerText(answer)}`)
      .join('\n'),
    budget: '',
    timeline: '',
    preferredChannel: '',
  };
}
