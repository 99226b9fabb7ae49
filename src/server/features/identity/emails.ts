import { dateInWords } from '~/contract/common/date-words';
import { type CodePurpose, codeMinutes, emailReversionDays } from '~/contract/identity/identity';
import type { AdminRole } from '~/contract/identity/roles';
import type { Database } from '~/server/platform/db/client';
import type { Part } from '~/server/platform/mail/layout';
import type { OpenMailer } from '~/server/platform/mail/mailer';

type Executor = Pick<Database, 'insert'>;

const aims: Record<CodePurpose, string> = {
  signin: 'sign in',
  signup: 'sign up',
  email_change: 'change your email',
  account_deletion: 'delete your account',
  company_invitation: 'join a company',
};

interface RestoredAccount {
  client: { id: string; firstName: string; lastName: string; email: string };
  /** Email that was restored. */
  email: string;
  undone: readonly string[];
  /** Actions of the account that were not undone. */
  kept: readonly string[];
}

const unlisted =
  'Proposals that were accepted or declined, requests, messages, uploads and notification settings are not listed here, and did not change back.';

const listOf = (sentences: readonly string[]) =>
  sentences.map((sentence) => `• ${sentence}`).join('\n');

const nameAfterRestore = ({ client, email }: RestoredAccount) =>
  `${client.firstName} ${client.lastName}`.trim() || email;

const partsAfterRestore = ({ undone, kept }: RestoredAccount): Part[] => [
  ...(undone.length > 0
    ? [
        { kind: 'text' as const, text: `The restore also undid:\n\n${listOf(undone)}` },
        {
          kind: 'text' as const,
          text: 'Withdrawn invitations, and records that left with removed members, were not restored.',
        },
      ]
    : [{ kind: 'text' as const, text: 'Nothing else was undone.' }]),
  ...(kept.length > 0
    ? [
        {
          kind: 'text' as const,
          text: `This was not undone, because the account no longer manages the company. Please check it, and undo by hand what is wrong:\n\n${listOf(kept)}`,
        },
      ]
    : []),
];

/** Emails about signing in. */
export const identityEmails = ({ write, words, publicUrl, agencyEmail }: OpenMailer) => ({
  /** Sends a code. @param issued if this has a proof, the email contains a link instead of the code */
  sendCode: (
    tx: Executor,
    email: string,
    purpose: CodePurpose,
    issued: { code: string; proof: string | undefined },
  ) =>
    write(tx, {
      kind: 'code',
      to: email,
      title: `Your ${issued.proof ? 'link' : 'code'} to ${aims[purpose]}`,
      parts: [
        issued.proof
          ? {
              kind: 'button',
              label: purpose === 'signup' ? 'Sign up' : 'Sign in',
              // Browsers do not send the part after the # to a server, so no log contains the code and the proof.
              url: `${publicUrl}/auth/${purpose}#${new URLSearchParams({ email, otp: issued.code, proof: issued.proof })}`,
            }
          : { kind: 'code', code: issued.code },
        {
          kind: 'text',
          text: `It works once and expires in ${codeMinutes} minutes. We will never ask you for it. If you didn’t request it, you can ignore this email.`,
        },
      ],
    }),

  sayTaken: (tx: Executor, email: string) =>
    write(tx, {
      kind: 'no_account',
      to: email,
      title: 'This email already has an account',
      parts: [
        {
          kind: 'text',
          text: 'Someone tried to use this email for another account. It already has an account, so nothing changed. If this was you, sign in with it, or ask us to merge both accounts.',
        },
        { kind: 'text', text: 'If this wasn’t you, you can ignore this email.' },
      ],
    }),

  /**
   * Notifies the old mailbox, from which the old email can be restored, so that nobody loses an account without
   * noticing.
   */
  sayEmailChanged: (
    tx: Executor,
    { id, from, to, token }: { id: string; from: string; to: string; token: string },
  ) =>
    write(tx, {
      kind: 'email_changed',
      to: from,
      about: `user:${id}`,
      replyTo: agencyEmail,
      title: 'Your email was changed',
      parts: [
        {
          kind: 'text',
          text: `You now sign in with ${to}, and we send emails there. Other devices were signed out, and sign-in with Google or GitHub must be set up again.`,
        },
        {
          kind: 'text',
          text: `If this wasn’t you, restore this email within ${emailReversionDays} days. Until then, the account can’t be deleted, its data can’t be exported, and it can’t join a company.`,
        },
        // Browsers do not send the part after the # to a server, so no log contains the token.
        { kind: 'button', label: 'Restore this email', url: `${publicUrl}/restore-email#${token}` },
      ],
    }),

  /**
   * Sends the link that restores an email, after someone tried to sign in or sign up with it, to the former email of an
   * account that has recently changed it.
   */
  offerToRestore: (tx: Executor, { email, token }: { email: string; token: string }) =>
    write(tx, {
      kind: 'email_changed',
      to: email,
      replyTo: agencyEmail,
      title: 'Your account has another email now',
      parts: [
        {
          kind: 'text',
          text: 'Someone tried to use this email here. The account that it belonged to was given another email a few days ago, so it is reserved. If you changed it yourself, sign in with the new one.',
        },
        {
          kind: 'text',
          text: 'If you didn’t make this change, restore this email, then sign in with it.',
        },
        // Browsers do not send the part after the # to a server, so no log contains the token.
        { kind: 'button', label: 'Restore this email', url: `${publicUrl}/restore-email#${token}` },
      ],
    }),

  /** Lists what the account did before its email was restored, in emails to the client and to the agency. */
  sayActsBeforeRestore: async (
    tx: Executor,
    restored: RestoredAccount & { acts: readonly string[]; by?: string | undefined },
  ) => {
    const { client, email, acts, by = `Someone with access to ${email}` } = restored;
    const about = `user:${client.id}`;
    const name = nameAfterRestore(restored);
    const done =
      acts.length > 0
        ? `In the meantime, the account and the people it added to a company did this:\n\n${listOf(acts)}`
        : 'In the meantime, the account changed nothing in its profile, billing data and company.';
    const changes = partsAfterRestore(restored);
    await write(tx, {
      kind: 'email_changed',
      to: email,
      about,
      replyTo: agencyEmail,
      title: 'Your email was restored',
      parts: [
        {
          kind: 'text',
          text: `You sign in with ${email} again. For ${emailReversionDays} days, the account can’t be deleted, its data can’t be exported, and it can’t join a company.`,
        },
        { kind: 'text', text: done },
        ...changes,
        {
          kind: 'text',
          text: `${unlisted} Please check these too, and reply to this email if something is wrong.`,
        },
      ],
    });
    await write(tx, {
      kind: 'email_notice',
      to: agencyEmail,
      about,
      title: `The earlier email of ${name} was restored`,
      parts: [
        {
          kind: 'text',
          text: `${by} restored ${email} as the account’s email, replacing ${client.email}. A stranger may have used the account, or may be using it now. For ${emailReversionDays} days, it can’t be deleted, and its data can’t be exported.`,
        },
        { kind: 'text', text: done },
        ...changes,
        { kind: 'text', text: `${unlisted} Please check these too.` },
        {
          kind: 'button',
          label: 'Open client',
          url: `${publicUrl}/admin?section=users&open=${client.id}`,
        },
      ],
    });
  },

  /**
   * Notifies the other managers of a company of what restoring an email has undone in that company, and what remains.
   */
  sayRestoredToManagers: async (
    tx: Executor,
    restored: RestoredAccount & { managers: readonly { email: string }[] },
  ) => {
    const { client, email, undone, kept, managers } = restored;
    if (undone.length + kept.length === 0) return;
    const name = nameAfterRestore(restored);
    for (const { email: to } of managers) {
      await write(tx, {
        ...{ kind: 'email_notice', to, about: `user:${client.id}`, replyTo: agencyEmail },
        title: 'The earlier email of a member of your company was restored',
        parts: [
          {
            kind: 'text',
            text: `The account “${name}” has its earlier email ${email} again. A stranger may have used it in your company.`,
          },
          ...partsAfterRestore(restored),
          { kind: 'button', label: 'View account', url: `${publicUrl}/account` },
        ],
      });
    }
  },

  /** Notifies the mailbox that is no longer the account's email. */
  sayEmailRestored: (
    tx: Executor,
    { id, from, to, by }: { id: string; from: string; to: string; by?: string | undefined },
  ) =>
    write(tx, {
      kind: 'email_changed',
      to: from,
      about: `user:${id}`,
      replyTo: agencyEmail,
      title: 'Your earlier email was restored',
      parts: [
        {
          kind: 'text',
          text: `The account uses ${to} again: ${by ? 'we restored it' : 'someone restored it from that mailbox'}. All devices were signed out.`,
        },
        { kind: 'text', text: 'If this wasn’t you, please reply to this email.' },
      ],
    }),

  /** Notifies the old mailbox of a change that the agency made. */
  sayEmailChangedByAgency: (
    tx: Executor,
    { id, from, to }: { id: string; from: string; to: string },
  ) =>
    write(tx, {
      kind: 'email_changed',
      to: from,
      about: `user:${id}`,
      replyTo: agencyEmail,
      title: 'Your address was changed',
      parts: [
        {
          kind: 'text',
          text: `We have changed the email of your account to ${to}. You sign in with it from now on, and our emails go there. Links in earlier emails no longer work.`,
        },
        { kind: 'text', text: 'If you did not ask for it, please reply to this email.' },
      ],
    }),

  sayNoAccount: (tx: Executor, email: string) =>
    write(tx, {
      kind: 'no_account',
      to: email,
      title: 'No account for this email',
      parts: [
        {
          kind: 'text',
          text: 'Someone tried to sign in with this email, but it has no account. If this was you, sign up or try another email.',
        },
        { kind: 'button', label: 'Sign up', url: `${publicUrl}/auth/signup` },
        { kind: 'text', text: 'If this wasn’t you, you can ignore this email.' },
      ],
    }),

  sayAdmin: (tx: Executor, email: string) =>
    write(tx, {
      kind: 'no_account',
      to: email,
      title: 'Admins sign in with their username',
      parts: [
        {
          kind: 'text',
          text: 'Someone requested a code for this email. It belongs to an admin, and admins sign in with their username and password.',
        },
        { kind: 'button', label: 'Sign in to admin', url: `${publicUrl}/cplogin` },
        { kind: 'text', text: 'If this wasn’t you, you can ignore this email.' },
      ],
    }),

  inviteAdmin: (
    tx: Executor,
    invitation: {
      id: string;
      email: string;
      role: AdminRole;
      invitedBy: string;
      url: string;
      hours: number;
    },
  ) =>
    write(tx, {
      kind: 'admin_invitation',
      to: invitation.email,
      about: `admin:${invitation.id}`,
      title: 'You’re invited to the admin panel',
      parts: [
        {
          kind: 'text',
          text: `${invitation.invitedBy} invited you to join the team as ${invitation.role}. Choose a username and a password to start.`,
        },
        { kind: 'button', label: 'Accept invitation', url: invitation.url },
        {
          kind: 'text',
          text: `The link works once and expires in ${invitation.hours} hours. If you don’t know what this is about, you can ignore this email.`,
        },
      ],
    }),

  warnOfKeyExpiry: (
    tx: Executor,
    key: { id: number; name: string; email: string; expiresAt: Date },
  ) =>
    write(tx, {
      kind: 'api_key_expiring',
      to: key.email,
      about: `apiKey:${key.id}`,
      title: `The API key ${key.name} expires soon`,
      parts: [
        {
          kind: 'text',
          text: `Your API key “${key.name}” expires on ${dateInWords(key.expiresAt.toISOString().slice(0, 10))}. Programs that use it stop working then. Create a new key and replace it there before.`,
        },
        {
          kind: 'button',
          label: 'Open integrations',
          url: `${publicUrl}/admin?section=settings&tab=integrations`,
        },
      ],
    }),

  welcome: (tx: Executor, { email, firstName }: { email: string; firstName: string }) => {
    const { intro, ...head } = words('welcome', { firstName });
    return write(tx, {
      kind: 'welcome',
      to: email,
      ...head,
      parts: [intro, { kind: 'button', label: 'View account', url: `${publicUrl}/` }],
    });
  },
});

export type IdentityEmails = ReturnType<typeof identityEmails>;
