import { createHash, timingSafeEqual } from 'node:crypto';

import { Hono } from 'hono';
import pLimit from 'p-limit';

import { AppError } from '~/contract/common/errors';
import { incomingBytesMax } from '~/contract/mail/incoming-mail';
import type { IncomingMail } from '~/server/features/incoming-mail/incoming-mail.feature';
import { errorBody } from '~/server/platform/errors';
import type { RequestEnv } from './rest';

export const mailWebhookPath = '/api/webhooks/mail';

const mib = 1024 * 1024;
const digest = (text: string) => createHash('sha256').update(text).digest();
const tooLarge = errorBody('PAYLOAD_TOO_LARGE', `A mail is ${incomingBytesMax / mib} MiB at most`);

/** Limits the number of emails in memory. Other requests wait, and their bodies are not read yet. */
const mails = pLimit(2);

/** Reads the body. @returns undefined if it exceeds the maximum size of emails; the rest is not read */
async function readBody(request: Request): Promise<Buffer | undefined> {
  const parts: Uint8Array[] = [];
  let bytes = 0;
  for await (const part of (request.body ?? []) as AsyncIterable<Uint8Array>) {
    bytes += part.length;
    if (bytes > incomingBytesMax) return undefined;
    parts.push(part);
  }
  return Buffer.concat(parts);
}

/** Receives raw emails from a provider. 202 means that the email is stored. The token is verified before the body is read. */
export function createMailWebhook({
  token,
  incoming,
}: {
  token: string | undefined;
  incoming: Pick<IncomingMail, 'take'>;
}): Hono<RequestEnv> {
  const expected = digest(`Bearer ${token}`);
  const webhook = new Hono<RequestEnv>();
  webhook.post('/', async (c) => {
    if (token === undefined) return c.json(errorBody('NOT_FOUND'), 404);
    const sent = (c.req.header('authorization') ?? '').replace(/^bearer /i, 'Bearer ');
    if (!timingSafeEqual(digest(sent), expected)) {
      const body = errorBody('UNAUTHORIZED', 'A valid token is needed');
      return c.json(body, 401, { 'WWW-Authenticate': 'Bearer' });
    }
    const type = (c.req.header('content-type') ?? '').split(';')[0]?.trim().toLowerCase();
    if (type !== 'message/rfc822') {
      const message = 'Send the raw mail as message/rfc822';
      return c.json(errorBody('UNSUPPORTED_MEDIA_TYPE', message), 415);
    }
    if (Number(c.req.header('content-length') ?? 0) > incomingBytesMax) {
      return c.json(tooLarge, 413);
    }
    const originalTo = c.req.header('x-original-to');
    const isStored = await mails(async () => {
      const raw = await readBody(c.req.raw);
      if (!raw) return false;
      if (raw.length === 0) throw new AppError('BAD_REQUEST', 'The mail is empty');
      await incoming.take({ raw, isWhole: true, size: raw.length, originalTo });
      return true;
    });
    return isStored ? c.json({ received: true }, 202) : c.json(tooLarge, 413);
  });
  return webhook;
}
