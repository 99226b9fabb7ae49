import type { TestApp } from './app';
import type { Received } from './smtp';

const inboundToken = 'token-of-the-inbound-webhook';
export const inboundEnv = {
  INBOUND_ADDRESS: 'answers@agency.test',
  INBOUND_WEBHOOK_TOKEN: inboundToken,
  INBOUND_AUTHSERV_ID: 'mx.agency.test',
};

export const inboundHeaders = {
  authorization: `Bearer ${inboundToken}`,
  'content-type': 'message/rfc822',
};

export interface NewRawMail {
  from: string;
  to: string;
  subject?: string;
  text?: string;
  messageId?: string;
  headers?: Record<string, string>;
  /** Attachments, which are sent as base64. */
  attachments?: { name: string; type: string; content: Buffer }[];
}

/** Returns the raw text of an email as email programs write it. */
export function rawMail(mail: NewRawMail): string {
  const { from, to, subject = '', text = 'Hello' } = mail;
  const head = [
    `From: ${from}`,
    `To: ${to}`,
    `Subject: ${subject}`,
    `Message-ID: <${mail.messageId ?? `${crypto.randomUUID()}@mail.example`}>`,
    'Date: Mon, 4 May 2026 10:00:00 +0000',
    'MIME-Version: 1.0',
    ...Object.entries(mail.headers ?? {}).map(([name, value]) => `${name}: ${value}`),
  ];
  const body = ['Content-Type: text/plain; charset=utf-8', '', text];
  if (!mail.attachments) return [...head, ...body].join('\r\n');
  const parts = mail.attachments.map(({ name, type, content }) =>
    [
      `Content-Type: ${type}; name="${name}"`,
      `Content-Disposition: attachment; filename="${name}"`,
      'Content-Transfer-Encoding: base64',
      '',
      content.toString('base64').replace(/.{76}/g, '$&\r\n'),
    ].join('\r\n'),
  );
  return [
    ...head,
    'Content-Type: multipart/mixed; boundary="part"',
    '',
    '--part',
    body.join('\r\n'),
    ...parts.map((part) => `--part\r\n${part}`),
    '--part--',
  ].join('\r\n');
}

/** Sends an email to the webhook, as a provider does. */
export const postMail = (
  app: Pick<TestApp, 'fetch'>,
  raw: string | Buffer,
  headers: Record<string, string> = {},
): Promise<Response> =>
  app.fetch('/api/webhooks/mail', {
    method: 'POST',
    headers: { ...inboundHeaders, ...headers },
    body: raw as BodyInit,
  });

/** Returns a header of a sent email, unfolded. */
export const headerOf = ({ raw }: Pick<Received, 'raw'>, name: string): string =>
  new RegExp(`^${name}: (.*(?:\\r\\n[ \\t].*)*)`, 'im')
    .exec(raw)?.[1]
    ?.replaceAll(/\r\n[ \t]+/g, ' ') ?? '';
