import { dateInWords } from '~/contract/common/date-words';
import { deletionDays, exportDays } from '~/contract/personal-data/personal-data';
import type { Database } from '~/server/platform/db/client';
import type { OpenMailer } from '~/server/platform/mail/mailer';

type Executor = Pick<Database, 'insert'>;

interface Person {
  id: string;
  email: string;
  firstName: string;
  /** Name of the client as the agency knows it. */
  name: string;
}

/** Open business between the agency and a client whose data will be deleted. */
export interface OpenBusiness {
  requests: number;
  drafts: number;
  unpaid: number;
  hasPlan: boolean;
  /** Records that the client's company keeps; undefined without a company. */
  ofCompany: { name: string; requests: number; unpaid: number } | undefined;
  /** Companies that lose their only manager or their only member. */
  companies: { name: string; isLastMember: boolean }[];
}

/** Value of `about` for the last email to a client, which refers to no record. */
export const goodbye = 'deletion:done';

const about = ({ id }: Pick<Person, 'id'>) => `user:${id}`;
const hello = ({ firstName }: Person) => `${firstName ? `Hi ${firstName}` : 'Hello'},\n\n`;

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
            text: `${hello(person)}${requestedBy ? `${requestedBy} of ${name} exported your data` : 'Your data export is ready'}: a ZIP file with your data and your files. Sign in to download it.`,
          },
          { kind: 'button', label: 'Download my data', url: `${publicUrl}/account#your-data` },
          {
            kind: 'text',
            text: `It is available for ${exportDays} days, only to your account. If you didn’t request it, please reply to this email.`,
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
            text: `${hello(person)}${by ? `${by} of ${name} requested the deletion of your account.` : 'You asked us to delete your account.'} We’ll delete it on ${dateInWords(dueOn)}. Until then, you can use it as usual. To keep it, sign in and select “Keep my account”.`,
          },
          { kind: 'button', label: 'Keep my account', url: `${publicUrl}/account#your-data` },
          {
            kind: 'text',
            text: 'After that, your messages and files are gone for good, and any plan you have ends without another payment. In requests of a company, your messages stay without your name. We keep invoices, payments and accepted proposals for as long as the law requires.',
          },
          { kind: 'text', text: 'If you don’t want this, please reply to this email right away.' },
        ],
      }),

    stopped: (tx: Executor, person: Person, { by }: { by: string }) =>
      write(tx, {
        ...toClient(person),
        kind: 'deletion_stopped',
        title: 'Account deletion canceled',
        parts: [
          {
            kind: 'text',
            text: `${hello(person)}${by ? `${by} of ${name} canceled the deletion of your account.` : 'You canceled the deletion of your account.'} Nothing was deleted.`,
          },
          { kind: 'button', label: 'View account', url: `${publicUrl}/account` },
        ],
      }),

    /** Writes the last email, which is deleted soon after it has been sent. */
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
            text: 'We deleted your account and your data and signed you out everywhere. We keep invoices, payments and accepted proposals for as long as the law requires and use them for nothing else.',
          },
          {
            kind: 'text',
            text: 'This is our last email about it. Thank you for your time with us.',
          },
        ],
      }),

    /** Notifies the agency while there is still time to finish open business. */
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
            text: `Requested by ${by || 'the client'}. For ${deletionDays} days, the client can cancel it, and so can you on the client’s page. Issued invoices, payments and accepted proposals are kept.`,
          },
          { kind: 'facts', facts: factsOf(open) },
          { kind: 'button', label: 'View client', url: clientPage(person) },
        ],
      }),

    noticeStopped: (tx: Executor, person: Person, { by }: { by: string }) =>
      write(tx, {
        kind: 'deletion_notice',
        to: agencyEmail,
        about: about(person),
        title: `${person.name}: deletion canceled`,
        parts: [
          { kind: 'text', text: `${by || 'The client'} canceled the deletion.` },
          { kind: 'button', label: 'View client', url: clientPage(person) },
        ],
      }),
  };
};

/** Lists what ends with the client's account, and what the agency still has to do. */
function factsOf(open: OpenBusiness) {
  const { hasPlan, ofCompany, companies } = open;
  const counts: [string, number][] = [
    ['Open requests, which will be canceled', open.requests],
    ['Draft invoices without an accepted proposal, which will be deleted', open.drafts],
    ['Unpaid invoices, which are kept', open.unpaid],
  ];
  const facts: [string, string][] = counts.flatMap(([label, count]) =>
    count > 0 ? [[label, String(count)]] : [],
  );
  facts.push(['Plan', hasPlan ? 'ends without another payment' : 'none']);
  if (ofCompany) {
    const { name, requests, unpaid } = ofCompany;
    facts.push([`Kept by ${name}`, `open requests: ${requests}, unpaid invoices: ${unpaid}`]);
  }
  for (const { name, isLastMember } of companies) {
    facts.push([
      name,
      isLastMember
        ? 'keeps its requests and documents, but has no members left'
        : 'has no manager left; please choose one',
    ]);
  }
  return facts;
}
