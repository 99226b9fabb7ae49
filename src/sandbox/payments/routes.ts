import { Hono } from 'hono';
import { z } from 'zod';

import type { SchemaOf } from '~/contract/common/schema';
import type { RequestEnv } from '~/server/http/rest';
import { StripeApiError } from './api-error';
import {
  authenticateIntent,
  type Confirmed,
  confirmDebit,
  confirmIntent,
  confirmRedirect,
  intentUnder,
} from './confirm';
import type { PaymentsSandbox } from './service';
import type { Store } from './store';

const clientSecret = z.string().max(255);
const digits = z.int().min(0).max(9999);
const confirming = z.object({
  clientSecret,
  card: z.object({ last4: z.string().regex(/^\d{4}$/), expMonth: digits, expYear: digits }),
});
const debiting = z.object({
  clientSecret,
  debit: z.object({ last4: z.string().regex(/^\d{4}$/) }),
});
const authenticating = z.object({
  clientSecret,
  isApproved: z.boolean(),
  isCanceled: z.boolean().optional(),
});
const retrieving = z.object({ clientSecret });

/** Routes of the sandbox for the browser, which sends only the last four digits of a test card or account. */
export function createSandboxRoutes(sandbox: Pick<PaymentsSandbox, 'within'>): Hono<RequestEnv> {
  const routes = new Hono<RequestEnv>();

  function on<T>(
    path: string,
    schema: SchemaOf<T>,
    work: (store: Store, given: T) => Promise<Confirmed>,
  ): void {
    routes.post(path, async (c) => {
      // Invalid JSON becomes undefined, which the schema rejects.
      const given = z.safeParse(schema, await c.req.json().catch(() => undefined));
      if (!given.success) {
        return c.json({ message: 'This request cannot be understood', code: 'BAD_REQUEST' }, 400);
      }
      try {
        return c.json(await sandbox.within((store) => work(store, given.data)));
      } catch (error) {
        if (!(error instanceof StripeApiError)) throw error;
        return c.json({ message: error.message, code: 'NOT_FOUND' }, 404);
      }
    });
  }

  on('/confirm', confirming, (store, given) =>
    confirmIntent(store, given.clientSecret, given.card),
  );
  on('/debit', debiting, (store, given) => confirmDebit(store, given.clientSecret, given.debit));
  on('/redirect', retrieving, (store, given) => confirmRedirect(store, given.clientSecret));
  on('/authenticate', authenticating, (store, given) =>
    authenticateIntent(store, given.clientSecret, given.isApproved, given.isCanceled),
  );
  on('/intent', retrieving, async (store, given) => ({
    intent: await intentUnder(store, given.clientSecret),
  }));
  return routes;
}
