import { describe, expect, it } from 'vitest';
import { z } from 'zod';

import type { CurrentUser } from '~/contract/identity/identity-schema';
import { toErrorBody } from '~/server/platform/errors';
import { setValidationMessages } from '~/server/platform/validation-messages';
import { contextOf, people } from '~/testing/callers';
import {
  adminProcedure,
  authedProcedure,
  createCallerFactory,
  publicFormProcedure,
  publicProcedure,
  router,
} from './trpc';

const ladder = router({
  anyone: publicProcedure.query(() => 'in'),
  signedIn: authedProcedure.query(({ ctx }) => ctx.user.email),
  admins: adminProcedure('plans.read').query(({ ctx }) => ctx.user.email),
});
const as = (user: CurrentUser | null) => createCallerFactory(ladder)(contextOf(user));

describe('procedures', () => {
  it('adminProcedure answers FORBIDDEN to a role without the permission, and names the roles that have it', async () => {
    const viewer: CurrentUser = { ...people.admin, role: 'viewer' };
    await expect(as(viewer).admins()).rejects.toMatchObject({
      code: 'FORBIDDEN',
      message: 'As a viewer you cannot see the plans in the panel; that takes an owner.',
    });
    const { role: _, ...withoutRole } = people.admin;
    await expect(as(withoutRole).admins()).rejects.toMatchObject({ code: 'FORBIDDEN' });
  });

  it('results of restricted procedures are never cached, even with cache tags', async () => {
    let calls = 0;
    const tagged = router({
      open: publicProcedure.meta({ cacheTags: ['services'] }).query(() => ++calls),
      secret: adminProcedure('plans.read')
        .meta({ cacheTags: ['services'] })
        .query(() => ++calls),
    });
    const { reads } = contextOf(null);
    const call = (user: CurrentUser | null) =>
      createCallerFactory(tagged)({ ...contextOf(user), reads });
    expect([await call(null).open(), await call(people.client).open()]).toEqual([1, 1]);
    expect(await call(people.admin).secret()).toBe(2);
    await expect(call(null).secret()).rejects.toMatchObject({ code: 'UNAUTHORIZED' });
    await expect(call(people.client).secret()).rejects.toMatchObject({ code: 'FORBIDDEN' });
    expect(await call(people.admin).secret()).toBe(3);
  });
});

describe('input of procedures', () => {
  setValidationMessages();
  const priced = z
    .object({
      amount: z.string().optional(),
      items: z.array(z.object({ price: z.string() })).optional(),
      client: z.union([z.object({ name: z.string() }), z.null()]).default(null),
      rows: z.record(z.string(), z.object({ on: z.boolean() })).optional(),
      open: z.looseObject({}).optional(),
      shape: z
        .discriminatedUnion('kind', [z.object({ kind: z.literal('a'), size: z.int() })])
        .transform((value) => value.size)
        .optional(),
    })
    .refine(({ amount }) => amount !== '0', 'Nothing');
  const shop = router({
    charge: publicProcedure.input(priced).mutation(({ input }) => input),
    form: publicFormProcedure.input(priced).mutation(({ input }) => input),
    ping: publicProcedure.input(z.void()).query(() => 'pong'),
    bare: publicProcedure.query(() => 'bare'),
  });
  const call = createCallerFactory(shop)(contextOf(null)) as unknown as Record<
    'charge' | 'form' | 'ping' | 'bare',
    (input?: unknown) => Promise<unknown>
  >;
  const refusal = async (answer: Promise<unknown>) =>
    answer.then(
      () => undefined,
      (error) => toErrorBody(error).issues?.map(({ path }) => path),
    );

  it.each([
    [{ amout: '1' }, 'amout'],
    [{ items: [{ price: '1' }, { price: '1', tax: '2' }] }, 'items.1.tax'],
    [{ client: { name: 'Ada', mail: 'x' } }, 'client.mail'],
    [{ rows: { a: { on: true, off: true } } }, 'rows.a.off'],
    [{ shape: { kind: 'a', size: 1, sise: 2 } }, 'shape.sise'],
    [JSON.parse('{"__proto__": 1}'), '__proto__'],
  ])('rejects and names an unknown field: %j', async (input, path) => {
    expect(await refusal(call.charge(input))).toEqual([path]);
    expect(await refusal(call.form(input))).toBeUndefined();
  });

  it('lists the fields that exist', async () => {
    const error = await call.charge({ amout: '1' }).catch(toErrorBody);
    expect(error).toMatchObject({
      message: 'Unknown field: amout. Known here: amount, items, client, rows, open, shape',
    });
  });

  it('keeps checks, transforms and objects with fields of any name', async () => {
    const input = { open: { any: 1 }, shape: { kind: 'a', size: 2 } };
    expect(await call.charge(input)).toEqual({ open: { any: 1 }, shape: 2, client: null });
    expect(await refusal(call.charge({ amount: '0' }))).toEqual(['']);
  });

  it('rejects fields if the procedure has no input', async () => {
    expect(await call.ping()).toBe('pong');
    expect(await call.bare()).toBe('bare');
    expect(await refusal(call.ping({ loud: true }))).toEqual(['loud']);
    expect(await refusal(call.bare({ loud: true }))).toEqual(['loud']);
  });
});
