import { createHmac, randomBytes } from 'node:crypto';
import type { IncomingMessage } from 'node:http';

import { deliverySeconds, storedAnswerBytes } from '~/contract/webhooks/events';
import { createPublicRequests, isRefusedAddress } from '~/server/platform/public-requests';

const secretPrefix = 'whsec_';

export const newWebhookSecret = (): string =>
  `${secretPrefix}${randomBytes(32).toString('base64')}`;

/** Returns the header `webhook-signature` of Standard Webhooks: one signature for each secret. */
export function signatureOf(
  secrets: readonly string[],
  signed: { id: string; timestamp: number; body: string },
): string {
  const content = `${signed.id}.${signed.timestamp}.${signed.body}`;
  return secrets
    .map((secret) => {
      const key = Buffer.from(secret.slice(secretPrefix.length), 'base64');
      return `v1,${createHmac('sha256', key).update(content).digest('base64')}`;
    })
    .join(' ');
}

/** Response of an endpoint, or the reason why there is no response. */
export interface Answer {
  code: number | null;
  answer: string;
}

export const isAccepted = ({ code }: Answer): boolean => code !== null && code >= 200 && code < 300;

/** Removes NUL characters, which PostgreSQL cannot store. */
const storable = (text: string): string => text.replaceAll('\u0000', '').trim();

/**
 * Creates a function that posts JSON to an endpoint, without following redirects. The function never rejects.
 *
 * @param options.allowsPrivate true if this machine and private networks may be called
 */
export function createSend(options: { allowsPrivate: boolean }) {
  const open = createPublicRequests({
    allowPrivateIPAddress: options.allowsPrivate,
    allowMetaIPAddress: options.allowsPrivate,
  });

  return async (
    address: string,
    body: string,
    headers: Record<string, string> = {},
  ): Promise<Answer> => {
    const signal = AbortSignal.timeout(deliverySeconds * 1000);
    try {
      const response = await open(new URL(address), {
        method: 'POST',
        body,
        signal,
        headers: {
          ...headers,
          'Content-Type': 'application/json',
          'Content-Length': Buffer.byteLength(body),
          'User-Agent': 'agency-webhooks',
        },
      });
      const { statusCode = 0 } = response;
      const { location } = response.headers;
      const text = await startOf(response);
      const isRedirect = statusCode >= 300 && statusCode < 400 && location;
      const answer = isRedirect ? `Redirects are not followed: ${location}` : text;
      return { code: statusCode, answer: storable(answer).slice(0, storedAnswerBytes) };
    } catch (error) {
      return { code: null, answer: reasonOf(error, signal) };
    }
  };
}

export type Send = ReturnType<typeof createSend>;

async function startOf(response: IncomingMessage): Promise<string> {
  const parts: Uint8Array[] = [];
  let size = 0;
  // Leaving the loop closes the connection.
  for await (const part of response as AsyncIterable<Uint8Array>) {
    parts.push(part);
    size += part.length;
    if (size >= storedAnswerBytes) break;
  }
  return Buffer.concat(parts).subarray(0, storedAnswerBytes).toString('utf8');
}

function reasonOf(error: unknown, signal: AbortSignal): string {
  if (signal.aborted) return `No answer within ${deliverySeconds} s`;
  if (isRefusedAddress(error)) {
    return 'The address is not public. Set WEBHOOKS_PRIVATE=on to call private addresses';
  }
  const { code } = error as NodeJS.ErrnoException;
  return `The endpoint cannot be reached${code ? ` (${code})` : ''}`;
}
