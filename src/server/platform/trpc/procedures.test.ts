import { describe, expect, it } from 'vitest';

import type { CurrentUser } from '~/contract/identity/identity-schema';
import { contextOf, people } from '~/testing/callers';
import {
  adminProcedure,
  authedProcedure,
  createCallerFactory,
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
  it('admin ones answer FORBIDDEN to a role without the permission, and say which has it', async () => {
    const viewer: CurrentUser = { ...people.admin, role: 'viewer' };
    await expect(as(viewer).admins()).rejects.toMatchObject({
      code: 'FORBIDDEN',
      message: 'As a viewer you cannot see the plans in the panel; that takes an owner.',
    });
    const { role: _, ...withoutRole } = people.admin;
    await expect(as(withoutRole).admins()).rejects.toMatchObject({ code: 'FORBIDDEN' });
  });

  it('results of restricted ones are never cached, with cache tags either', async () => {
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
