import { legalLineOf } from '~/contract/common/addresses';
import { createSigner } from './features/identity/tokens';
import {
  createIncomingMail,
  type IncomingMail,
} from './features/incoming-mail/incoming-mail.feature';
import type { AttachedTo } from './features/invoices/attachments';
import { brandAddress } from './features/settings/logo';
import type { Settings } from './features/settings/settings.service';
import type { Database } from './platform/db/client';
import type { Env } from './platform/env';
import type { Log } from './platform/log';
import { createMailer } from './platform/mail/mailer';
import { createOutbox } from './platform/mail/outbox';
import type { TokenOf } from './platform/mail/private-links';
import { createReplyAddresses, type ReplyAddresses } from './platform/mail/reply-addresses';
import { senderOf } from './platform/mail/sender';
import { type Attachment, createTransport } from './platform/mail/transport';

/** Creates outbox and mailer. Emails have the agency's current name and appearance. */
export function createMailing(
  db: Database,
  options: {
    env: Env;
    publicUrl: string;
    log: Log;
    settings: Settings;
    tokenOf: TokenOf;
    replyAddresses: ReplyAddresses;
    attachmentsOf(mail: AttachedTo): Promise<Attachment[]>;
  },
) {
  const { env, publicUrl, log, settings, replyAddresses } = options;
  const { hostname } = new URL(publicUrl);
  const sender = async () => {
    const { brand, contact } = await settings.getPublic();
    return senderOf(env.MAIL_FROM ?? (contact.email || `no-reply@${hostname}`), brand.name);
  };
  const outbox = createOutbox(db, {
    tokenOf: options.tokenOf,
    replyAddresses,
    transport: env.SMTP_URL ? createTransport(env.SMTP_URL) : undefined,
    from: sender,
    attachmentsOf: options.attachmentsOf,
    onFailure: ({ isDead, ...one }, error) =>
      isDead
        ? log.error({ err: error, mail: one }, 'an email was given up after its last attempt')
        : log.warn({ err: error, mail: one }, 'an email could not be sent'),
  });
  const mailer = createMailer({
    outbox,
    publicUrl,
    replyAddresses,
    getSettings: () => settings.getPublic(),
    getMailSettings: async () => {
      const { look, seller, words } = await settings.getMailSettings();
      const { tones, darkTones, logo } = look;
      return {
        look: {
          tones,
          darkTones,
          logo: logo ? { ...logo, path: brandAddress(logo, 'png') } : undefined,
        },
        words,
        legalLine: legalLineOf(seller),
      };
    },
  });
  return { outbox, mailer, sender };
}

/** Returns the addresses for replies by email. */
export function replyAddressesOf(
  env: Pick<Env, 'INBOUND_ADDRESS'>,
  secret: string,
): ReplyAddresses {
  const signer = createSigner(secret, 'addresses that answers go to');
  return createReplyAddresses({
    address: env.INBOUND_ADDRESS,
    sign: (text) => signer.sign(text),
  });
}

/** Creates the service for incoming email, with its settings from the environment. */
export function createMailIn(
  db: Database,
  {
    env,
    log,
    settings,
    replyAddresses,
    ...services
  }: { env: Env; log: Log; settings: Settings; replyAddresses: ReplyAddresses } & Pick<
    Parameters<typeof createIncomingMail>[1],
    'mailer' | 'files' | 'claimed' | 'threads' | 'quotes' | 'rateLimits'
  >,
): IncomingMail {
  return createIncomingMail(db, {
    ...services,
    addresses: replyAddresses,
    imap: env.INBOUND_IMAP_URL,
    authenticator: env.INBOUND_AUTHSERV_ID,
    getAgency: async () => {
      const { brand, contact } = await settings.getPublic();
      return { email: contact.email, name: brand.name };
    },
    getQuotaMb: async () => (await settings.getFiles()).quotaMb,
    onFailure: (about, error) => log.error({ err: error, about }, 'an email was not stored'),
  });
}
