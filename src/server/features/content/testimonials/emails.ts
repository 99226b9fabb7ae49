import type { MailedLink } from '~/server/features/documents/links';
import type { Database } from '~/server/platform/db/client';
import type { Part } from '~/server/platform/mail/layout';
import type { OpenMailer } from '~/server/platform/mail/mailer';

type Executor = Pick<Database, 'insert'>;

interface Person {
  id: number;
  name: string;
  words: string;
}

/** Emails about testimonials, to clients and to the agency. */
export function testimonialEmails({ write, name, publicUrl, agencyEmail }: OpenMailer) {
  const notice = (
    tx: Executor,
    { id, words }: Person,
    { title, text }: { title: string; text: string },
  ) =>
    write(tx, {
      kind: 'testimonial_notice',
      to: agencyEmail,
      about: `testimonial:${id}`,
      title,
      parts: [
        { kind: 'text', text },
        ...(words ? ([{ kind: 'facts', facts: [['Words', words]] }] satisfies Part[]) : []),
        {
          kind: 'button',
          label: 'Open it in the panel',
          url: `${publicUrl}/admin?section=testimonials&open=${id}`,
        },
      ],
    });

  return {
    /** Asks a client what the work was like. */
    ask: (
      tx: Executor,
      asked: {
        id: number;
        email: string;
        firstName: string;
        /** The title of the request. */
        about: string;
        link: MailedLink;
        unsubscribeUrl?: string | undefined;
      },
    ) =>
      write(tx, {
        kind: 'testimonial_asked',
        to: asked.email,
        replyTo: agencyEmail,
        about: `testimonial:${asked.id}`,
        subject: `${asked.about}: how was it?`,
        title: 'How was it to work with us?',
        ...(asked.unsubscribeUrl && { unsubscribeUrl: asked.unsubscribeUrl }),
        linkNonce: asked.link.linkNonce,
        parts: [
          { kind: 'text', text: `Hello ${asked.firstName},` },
          {
            kind: 'text',
            text: `“${asked.about}” is done. If you have two minutes: what was it like, and what has changed since? Two or three plain sentences help the next person who thinks about asking ${name}.`,
          },
          {
            kind: 'text',
            text: 'We show nothing without your consent, you see what we would show, and you can take it back at any time on the same page.',
          },
          { kind: 'button', label: 'Write a few sentences', url: asked.link.url },
        ],
      }),

    given: (tx: Executor, person: Person, { isCorrection }: { isCorrection: boolean }) =>
      notice(tx, person, {
        title: isCorrection
          ? `${person.name} has corrected their testimonial`
          : `${person.name} has given a testimonial`,
        text: 'It waits for you: no visitor sees it until an owner publishes it.',
      }),

    takenBack: (tx: Executor, person: Person, { wasPublished }: { wasPublished: boolean }) =>
      notice(tx, person, {
        title: `${person.name} has taken their consent back`,
        text: wasPublished
          ? 'Their testimonial is hidden since. Please take the words off wherever else you may have used them.'
          : 'Their testimonial cannot be published.',
      }),
  };
}
