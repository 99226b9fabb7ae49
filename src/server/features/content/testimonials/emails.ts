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
export function testimonialEmails({ write, words, publicUrl, agencyEmail }: OpenMailer) {
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
        ...(words ? ([{ kind: 'facts', facts: [['Testimonial', words]] }] satisfies Part[]) : []),
        {
          kind: 'button',
          label: 'Open in admin',
          url: `${publicUrl}/admin?section=testimonials&open=${id}`,
        },
      ],
    });

  return {
    /** Asks a client for a testimonial. */
    ask: (
      tx: Executor,
      asked: {
        id: number;
        email: string;
        firstName: string;
        /** Title of the request. */
        about: string;
        link: MailedLink;
        unsubscribeUrl?: string | undefined;
      },
    ) => {
      const { firstName, about: title } = asked;
      const { intro, ...head } = words('testimonialAsked', { firstName, title });
      return write(tx, {
        kind: 'testimonial_asked',
        to: asked.email,
        replyTo: agencyEmail,
        about: `testimonial:${asked.id}`,
        ...head,
        ...(asked.unsubscribeUrl && { unsubscribeUrl: asked.unsubscribeUrl }),
        linkNonce: asked.link.linkNonce,
        parts: [
          intro,
          {
            kind: 'text',
            text: 'We publish nothing without your consent. You see a preview first, and you can withdraw your consent at any time on the same page.',
          },
          { kind: 'button', label: 'Write a testimonial', url: asked.link.url },
        ],
      });
    },

    given: (tx: Executor, person: Person, { isCorrection }: { isCorrection: boolean }) =>
      notice(tx, person, {
        title: isCorrection
          ? `${person.name} edited their testimonial`
          : `${person.name} sent a testimonial`,
        text: 'Please review it. It stays private until an owner publishes it.',
      }),

    takenBack: (tx: Executor, person: Person, { wasPublished }: { wasPublished: boolean }) =>
      notice(tx, person, {
        title: `${person.name} withdrew their consent`,
        text: wasPublished
          ? 'Their testimonial is now hidden. Please remove it anywhere else you used it.'
          : 'Their testimonial cannot be published.',
      }),
  };
}
