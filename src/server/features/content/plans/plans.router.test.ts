import { describe, expect, it } from 'vitest';

import type { Plan } from '~/contract/plans/plans-schema';
import { testApp } from '~/testing/app';

const app = testApp();

const plans = async () => (await (await app.fetch('/api/subscription-plans')).json()) as Plan[];

describe('GET /api/subscription-plans', () => {
  it('answers three plans in order, with decimal prices per month', async () => {
    const all = await plans();
    expect(all.map((plan) => plan.name)).toEqual(['Starter', 'Professional', 'Business']);
    for (const plan of all) {
      expect(plan.monthlyPrice).toMatch(/^\d+\.\d\d$/);
      expect(plan.yearlyPrice).toMatch(/^\d+\.\d\d$/);
      expect(Number(plan.yearlyPrice)).toBeCloseTo(Number(plan.monthlyPrice) * 0.8, 2);
      expect(plan.features.length).toBeGreaterThan(2);
      expect(plan.popular).toBe(plan.name === 'Professional');
    }
  });

  it('omits inactive and deleted plans, and follows a new order at once', async () => {
    await app.sql`update plans set is_active = false where name = 'Starter'`;
    await app.sql`update plans set position = 0 where name = 'Business'`;
    const names = async () => (await plans()).map((plan) => plan.name);
    await expect.poll(names).toEqual(['Business', 'Professional']);
    await app.sql`update plans set deleted_at = now() where name = 'Business'`;
    await expect.poll(names).toEqual(['Professional']);
  });
});
