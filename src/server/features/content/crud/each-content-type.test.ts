import { describe, expect, it } from 'vitest';

import type { AdminPost } from '~/contract/blog/blog-form-schema';
import type { AdminPlan } from '~/contract/plans/plans-form-schema';
import type { AdminPortfolioItem } from '~/contract/portfolio/portfolio-form-schema';
import { testApp } from '~/testing/app';
import { askerOf, signInAdmin } from '~/testing/sign-in';

const app = testApp();
const ask = askerOf(app, () => signInAdmin(app));

describe('a portfolio item', () => {
  const item = {
    title: 'Harbour clock',
    slug: 'harbour-clock',
    client_name: 'The harbour',
    description: 'It tells the time',
  };

  it('is created, updated and read with the field names of the REST API', async () => {
    const made = await ask<AdminPortfolioItem>('POST', '/api/admin/portfolio', {
      ...item,
      images: ['', 'https://example.com/a.png'],
      technologies: ['TypeScript', ''],
      liveUrl: 'https://example.com',
      outcome: { value: '', label: '' },
    });
    expect(made.body).toMatchObject({
      ...item,
      category: 'website',
      images: ['https://example.com/a.png'],
      technologies: ['TypeScript'],
      liveUrl: 'https://example.com',
      project_url: null,
      outcome: null,
    });
    const changed = await ask<AdminPortfolioItem>('PUT', `/api/admin/portfolio/${made.body.id}`, {
      project_url: 'https://example.com/project',
      slug: 'harbour-clock-two',
    });
    expect(changed.body).toMatchObject({ client_name: 'The harbour', images: made.body.images });
    // The former URL redirects.
    const old = await app.fetch('/api/portfolio/harbour-clock');
    expect(await old.json()).toMatchObject({ slug: 'harbour-clock-two' });
  });
});

describe('a post', () => {
  const titles = async () =>
    ((await (await app.fetch('/api/blog')).json()) as { title: string }[]).map((one) => one.title);

  it('is a draft until it is published, and becomes visible when it is due', async () => {
    await titles();
    const { body: post } = await ask<AdminPost>('POST', '/api/admin/blog', { title: 'Of clocks' });
    expect(post).toMatchObject({
      status: 'draft',
      authorName: 'Tobias Lindqvist',
      slug: 'of-clocks',
    });
    expect(await titles()).not.toContain('Of clocks');

    const soon = new Date(Date.now() + 1500).toISOString();
    const scheduled = await ask<AdminPost>('PUT', `/api/admin/blog/${post.id}`, {
      publishedAt: soon,
      body: '## A heading\n\nText.',
    });
    expect(scheduled.body).toMatchObject({ status: 'scheduled', publishedAt: soon });
    expect(await titles()).not.toContain('Of clocks');
    await expect.poll(titles, { timeout: 6000 }).toContain('Of clocks');

    const back = await ask<AdminPost>('PUT', `/api/admin/blog/${post.id}`, { publishedAt: null });
    expect(back.body.status).toBe('draft');
    await expect.poll(titles).not.toContain('Of clocks');
  });
});

describe('a plan', () => {
  it('marked as most popular clears the flag of any other', async () => {
    const popular = async () =>
      (await ask<AdminPlan[]>('GET', '/api/admin/subscription-plans')).body
        .filter((plan) => plan.popular)
        .map(({ name }) => name);
    expect(await popular()).toEqual(['Professional']);
    const fields = { name: 'Flagship', monthlyPrice: 1, yearlyPrice: 1, popular: true };
    const { body: made } = await ask<AdminPlan>('POST', '/api/admin/subscription-plans', fields);
    expect(await popular()).toEqual(['Flagship']);
    await ask('DELETE', `/api/admin/subscription-plans/${made.id}`);
    const [plan] = await app.sql`select id from plans where name = 'Professional'`;
    await ask('PUT', `/api/admin/subscription-plans/${plan?.id}`, { popular: true });
    await ask('POST', `/api/admin/subscription-plans/${made.id}/restore`);
    expect(await popular()).toEqual(['Flagship']);
    await ask('PUT', `/api/admin/subscription-plans/${plan?.id}`, { popular: true });
    await ask('DELETE', `/api/admin/subscription-plans/${made.id}`);
    expect(await popular()).toEqual(['Professional']);
  });

  it('has prices for both billing cycles, and is offered in the chosen order while it is active', async () => {
    const { body: plan } = await ask<AdminPlan>('POST', '/api/admin/subscription-plans', {
      name: 'Small',
      monthlyPrice: '49.90',
      yearlyPrice: 39,
      features: ['One', ''],
    });
    expect(plan).toMatchObject({
      monthlyPrice: '49.90',
      yearlyPrice: '39.00',
      features: ['One'],
      isActive: true,
      subscribers: 0,
    });
    const names = async () =>
      ((await (await app.fetch('/api/subscription-plans')).json()) as { name: string }[]).map(
        ({ name }) => name,
      );
    await expect.poll(names).toContain('Small');
    // A new order is public at once.
    await app.sql`update plans set position = 0 where name = 'Small'`;
    await expect.poll(async () => (await names())[0]).toBe('Small');
    await ask('PUT', `/api/admin/subscription-plans/${plan.id}`, { isActive: false });
    await expect.poll(names).not.toContain('Small');
  });
});
