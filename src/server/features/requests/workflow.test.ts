import { describe, expect, it } from 'vitest';

import { quoteRequestSchema } from '~/contract/leads/quotes-schema';
import { testApp } from '~/testing/app';
import {
  createRequest,
  mailsAboutRequest,
  readRequest,
  signUpClient,
} from '~/testing/client-requests';
import { quoteRequest } from '~/testing/requests';

const app = testApp({ env: { TRUST_PROXY: '1' }, rateLimits: { quoteForm: 1e6 } });

describe('createWorkflow', () => {
  it('sets a status and emails the client once', async () => {
    const ada = await signUpClient(app);
    const { id } = await createRequest(ada);
    await app.services.requests.setStatus(id, 'in_progress');
    await app.services.requests.setStatus(id, 'in_progress');
    const { status, events } = await readRequest(ada, { id });
    expect(status).toBe('in_progress');
    expect(events.slice(1)).toMatchObject([
      { kind: 'status', text: 'in_progress', byAgency: true },
    ]);
    const updates = (await mailsAboutRequest(app, id)).filter(
      ({ kind }) => kind === 'request_update',
    );
    expect(updates).toMatchObject([{ to: ada.email }]);
    expect(updates[0]?.text).toContain('Status: In progress');
  });

  describe('a status that is undone', () => {
    const setUp = async () => {
      const ada = await signUpClient(app);
      const { id } = await createRequest(ada);
      const told = async () =>
        (await mailsAboutRequest(app, id)).filter(({ kind }) => kind === 'request_update');
      const steps = async () =>
        (await readRequest(ada, { id })).events.slice(1).map(({ text }) => text);
      return { id, told, steps, set: app.services.requests.setStatus };
    };

    it('in time is neither reported nor in the timeline', async () => {
      const { id, told, steps, set } = await setUp();
      await set(id, 'completed');
      await app.services.outbox.flush();
      expect(await told()).toHaveLength(1);
      const [mail] = await app.sql`select sent_at from mails where about = ${`request:${id}`}
        and kind = 'request_update'`;
      expect(mail).toEqual({ sent_at: null });
      await set(id, 'pending', { isUndo: true });
      expect([await told(), await steps()]).toEqual([[], []]);
    });

    it('after its email was sent is a regular change', async () => {
      const { id, told, steps, set } = await setUp();
      await set(id, 'completed');
      await app.sql`update mails set claimed_until = now() - interval '1 s' where about = ${`request:${id}`}`;
      await app.services.outbox.flush();
      await set(id, 'pending', { isUndo: true });
      expect(await told()).toHaveLength(2);
      expect(await steps()).toEqual(['completed', 'pending']);
    });

    it('by a further change in time is reported once, with the last status', async () => {
      const { id, told, steps, set } = await setUp();
      await set(id, 'completed');
      await set(id, 'in_progress');
      expect((await told()).map(({ text }) => text.includes('In progress'))).toEqual([true]);
      expect(await steps()).toEqual(['completed', 'in_progress']);
    });
  });

  it('sets and clears a note and a target date', async () => {
    const ada = await signUpClient(app);
    const { id } = await createRequest(ada);
    await app.services.requests.setNote(id, 'We begin on Monday');
    await app.services.requests.setTargetDate(id, '2027-01-31');
    await app.services.requests.setTargetDate(id, null);
    const { note, targetDate, events } = await readRequest(ada, { id });
    expect({ note, targetDate }).toEqual({ note: 'We begin on Monday', targetDate: null });
    expect(events.slice(1).map(({ kind, text }) => [kind, text])).toEqual([
      ['note', 'We begin on Monday'],
      ['target_date', '2027-01-31'],
      ['target_date', ''],
    ]);
    const updates = (await mailsAboutRequest(app, id)).filter(
      ({ kind }) => kind === 'request_update',
    );
    expect(updates.map(({ text }) => text.includes('We begin on Monday'))).toEqual([true]);
    await app.services.requests.setNote(id, '');
    expect((await readRequest(ada, { id })).note).toBe('');
  });

  it('rejects an unknown request', async () => {
    const { requests } = app.services;
    await expect(requests.setStatus(2e9, 'completed')).rejects.toThrow('Request not found');
    await expect(requests.setNote(2e9, 'x')).rejects.toThrow('Request not found');
    await expect(requests.setTargetDate(2e9, null)).rejects.toThrow('Request not found');
  });

  it('creates one request from a quote, however often it is called', async () => {
    const ada = await signUpClient(app);
    const { id: quoteId } = await app.services.quotes.submit(
      quoteRequestSchema.parse(
        quoteRequest({ email: ada.email.toUpperCase(), serviceName: 'Brand Identity' }),
      ),
    );
    const made = await Promise.all(
      Array.from({ length: 6 }, () => app.services.requests.createFromQuote(quoteId)),
    );
    expect(new Set(made.map(({ id }) => id)).size).toBe(1);
    const id = made[0]?.id ?? 0;
    expect(await readRequest(ada, { id })).toMatchObject({
      title: 'Brand Identity',
      description: quoteRequest().projectDetails,
      status: 'pending',
      events: [{ kind: 'created', byAgency: true }],
    });
    expect((await mailsAboutRequest(app, id)).map(({ kind, to }) => [kind, to])).toEqual([
      ['request_received', ada.email],
    ]);
    expect(await ada.query('requests.inquiries')).toMatchObject([
      { id: `quote:${quoteId}`, requestId: id },
    ]);
    // A quote that led to work is not shown as rejected, even if its status says so.
    await app.services.admin.quotes.setStatus('system', [quoteId], 'rejected');
    expect(await ada.query('requests.inquiries')).toMatchObject([{ status: 'approved' }]);
    const { activity } = await ada.query<{ activity: { id: string; status: string }[] }>(
      'dashboard.welcome',
    );
    expect(activity.find((one) => one.id === `quote:${quoteId}`)?.status).toBe('approved');
  });

  it('rejects a quote whose sender has no account, and an unknown quote', async () => {
    const { id } = await app.services.quotes.submit(
      quoteRequestSchema.parse(quoteRequest({ email: `${crypto.randomUUID()}@example.com` })),
    );
    await expect(app.services.requests.createFromQuote(id)).rejects.toThrow(
      'No client has this email yet',
    );
    await expect(app.services.requests.createFromQuote(2e9)).rejects.toThrow('Quote not found');
  });
});

describe('inquiries sent before sign-up', () => {
  it('are listed only for the client who has verified their email', async () => {
    const [ada, eve] = [await signUpClient(app), await signUpClient(app)];
    await app.postJson('/api/quotes', quoteRequest({ email: ada.email.toUpperCase() }));
    await app.postJson('/api/contact', {
      firstName: 'Ada',
      lastName: 'Byron',
      email: ada.email,
      phone: '',
      service: 'branding',
      message: 'The engine wants a name.',
    });
    expect(await ada.query('requests.inquiries')).toMatchObject([
      { kind: 'message', title: expect.stringMatching(/^Message: /), status: 'sent' },
      { kind: 'quote', title: 'Quote request', status: 'pending', requestId: null },
    ]);
    expect(await eve.query('requests.inquiries')).toEqual([]);
  });
});
