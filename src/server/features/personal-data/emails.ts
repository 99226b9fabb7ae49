import { dateInWords } from '~/contract/common/date-words';
import { deletionDays, exportDays } from '~/contract/personal-data/personal-data';
import type { Database } from '~/server/platform/db/client';
import type { OpenMailer } from '~/server/platform/mail/mailer';

type Executor = Pick<Database, 'insert'>;

interface Person {
  id: string;
  email: string;
  firstName: string;
  /** As the agency knows them. */
  name: string;
}

/** What is open between the agency and a client who leaves. */
export interface OpenBusiness {
  requests: number;
  drafts: number;
  unpaid: number;
  hasPlan: boolean;
  /** What stays with their company; undefined without one. */
  ofCompany: { name: string; requests: number; unpaid: number } | undefined;
  /** Companies that lose their only manager or their only member. */
  companies: { name: string; isLastMember: boolean }[];
}

/** What the last mail to a client is about: nothing that is kept. */
export const goodbye = 'deletion:done';

const about = ({ id }: Pick<Person, 'id'>) => `user:${id}`;
const hello = ({ firstName }: Person) => `Hello${firstName ? ` ${firstName}` : ''},\n\n`;

/** Emails about a client's data. */
export const personalDataEmails = ({ write, publicUrl, agencyEmail, name }: OpenMailer) => {
  const toClient = (person: Person) => ({
    to: person.email,
    replyTo: agencyEmail,
    about: about(person),
  });
  const clientPage = ({ id }: Person) => `${publicUrl}/admin?section=users&open=${id}`;

  return {
    exportReady: (tx: Executor, person: Person, { requestedBy }: { requestedBy: string }) =>
      write(tx, {
        ...toClient(person),
        kind: 'data_ready',
        title: 'Your data is ready',
        parts: [
          {
            kind: 'text',
            text: `${hello(person)}${requestedBy ? `${requestedBy} of ${name} has put together` : 'here is'} what we keep about you: a ZIP file with your data and your files. Sign in to download it.`,
          },
          { kind: 'button', label: 'Download my data', url: `${publicUrl}/account#your-data` },
          {
            kind: 'text',
            text: `It is there for ${exportDays} days, for your account alone. If you did not ask for it, please answer this mail.`,
          },
        ],
      }),

    planned: (tx: Executor, person: Person, { dueOn, by }: { dueOn: string; by: string }) =>
      write(tx, {
        ...toClient(person),
        kind: 'deletion_planned',
        title: `Your account will be deleted on ${dateInWords(dueOn)}`,
        parts: [
          {
            kind: 'text',
            text: `${hello(person)}${by ? `${by} of ${name} has asked for the deletion of your account.` : 'you have asked us to delete your account.'} It happens on ${dateInWords(dueOn)}. Until then everything works as before, and you can take it back: sign in and press “Keep my account”.`,
          },
          { kind: 'button', label: 'Keep my account', url: `${publicUrl}/account#your-data` },
          {
            kind: 'text',
            text: 'After it, what you wrote and sent us is gone for good, and a plan that you have ends without a further payment. In requests of a company your words stay, without your name. Invoices, payments and accepted proposals stay with us for as long as the law requires.',
          },
          { kind: 'text', text: 'If you do not want this, please answer this mail at once.' },
        ],
      }),

    stopped: (tx: Executor, person: Person, { by }: { by: string }) =>
      write(tx, {
        ...toClient(person),
        kind: 'deletion_stopped',
        title: 'Your account stays',
        parts: [
          {
            kind: 'text',
            text: `${hello(person)}${by ? `${by} of ${name} has stopped the deletion of your account.` : 'you have taken back the deletion of your account.'} Nothing was deleted.`,
          },
          { kind: 'button', label: 'Open your account', url: `${publicUrl}/account` },
        ],
      }),

    /** The last one, which is deleted soon after it was sent. */
    done: (tx: Executor, { email }: Pick<Person, 'email'>) =>
      write(tx, {
        to: email,
        replyTo: agencyEmail,
        about: goodbye,
        kind: 'deletion_done',
        title: 'Your account was deleted',
        parts: [
          {
            kind: 'text',
            text: 'Your account and what we kept about you are deleted, and you are signed out everywhere. Invoices, payments and accepted proposals stay with us for as long as the law requires, and are used for nothing else.',
          },
          {
            kind: 'text',
            text: 'This is our last mail about it. Thank you for your time with us.',
          },
        ],
      }),

    /** To the agency, while there is still time to finish what is open. */
    noticePlanned: (
      tx: Executor,
      person: Person,
      { dueOn, by, open }: { dueOn: string; by: string; open: OpenBusiness },
    ) =>
      write(tx, {
        kind: 'deletion_notice',
        to: agencyEmail,
        about: about(person),
        title: `${person.name} will be deleted on ${dateInWords(dueOn)}`,
        parts: [
          {
            kind: 'text',
            text: `${by || 'The client'} has asked for it. For ${deletionDays} days it can be taken back, by the client or on the client’s page. Invoices that were issued, payments and accepted proposals stay.`,
          },
          { kind: 'facts', facts: factsOf(open) },
          { kind: 'button', label: 'Open the client', url: clientPage(person) },
        ],
      }),

    noticeStopped: (tx: Executor, person: Person, { by }: { by: string }) =>
      write(tx, {
        kind: 'deletion_notice',
        to: agencyEmail,
        about: about(person),
        title: `${person.name} stays`,
        parts: [
          { kind: 'text', text: `${by || 'The client'} has taken the deletion back.` },
          { kind: 'button', label: 'Open the client', url: clientPage(person) },
        ],
      }),
  };
};

/** What ends with the client, and what the agency still has to do. */
function factsOf(open: OpenBusiness) {
  const { hasPlan, ofCompany, companies } = open;
  const counts: [string, number][] = [
    ['Open requests, which end', open.requests],
    ['Drafts of invoices that no accepted proposal has, which are deleted', open.drafts],
    ['Unpaid invoices, which stay', open.unpaid],
  ];
  const facts: [string, string][] = counts.flatMap(([label, count]) =>
    count > 0 ? [[label, String(count)]] : [],
  );
  facts.push(['Plan', hasPlan ? 'ends without a further payment' : 'none']);
  if (ofCompany) {
    const { name, requests, unpaid } = ofCompany;
    facts.push([
      `What stays with ${name}`,
      `open requests: ${requests}, unpaid invoices: ${unpaid}`,
    ]);
  }
  for (const { name, isLastMember } of companies) {
    facts.push([
      name,
      isLastMember
        ? 'keeps its requests and documents, but has no members left'
        : 'has no manager left: please choose one',
    ]);
  }
  return facts;
}
