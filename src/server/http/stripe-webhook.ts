import { Hono } from 'hono';
import { bodyLimit } from 'hono/body-limit';

import type { Billing } from '~/server/features/billing/billing.service';
import { errorBody } from '~/server/platform/errors';
import type { RequestEnv } from './rest';

export const webhookPath = '/api/webhooks/stripe';

/** Maximum size of an event, which contains its complete object. */
export const eventBytesMax = 1024 * 1024;

/**
 * Serves Stripe's webhook. The signature is computed from the raw bytes, so the body must not be parsed before it is
 * verified. Status 200 means that the event is stored, not that it was applied.
 */
export function createWebhook(billing: Pick<Billing, 'receive' | 'provider'>): Hono<RequestEnv> {
  const webhook = new Hono<RequestEnv>();
  const tooLarge = errorBody('PAYLOAD_TOO_LARGE');
  webhook.post(
    '/',
    bodyLimit({ maxSize: eventBytesMax, onError: (c) => c.json(tooLarge, 413) }),
    async (c) => {
      if (billing.provider().kind === 'none') return c.json(errorBody('NOT_FOUND'), 404);
      const isGenuine = await billing.receive(
        await c.req.text(),
        c.req.header('stripe-signature') ?? '',
      );
      if (isGenuine) return c.json({ received: true });
      return c.json(errorBody('BAD_REQUEST', 'The signature is not right'), 400);
    },
  );
  return webhook;
}
