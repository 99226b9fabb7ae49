import { describe, expect, it } from 'vitest';

import { testApp } from '~/testing/app';
import { proposalFields, salesOf } from '~/testing/sales';
import { signInAdmin, signUpClient } from '~/testing/sign-in';

const app = testApp({ rateLimits: { linkReads: 1e6, linkWrites: 1e6 } });
const { sentProposal } = salesOf(() => app);

async function page(token: string, cookie = '') {
  const response = await app.fetch(`/proposals/${token}`, {
    headers: cookie ? { Cookie: cookie } : {},
  });
  const html = await response.text();
  const text = html
    .replace(/<(script|style)[\s\S]*?<\/\1>/g, '')
    .replace(/<[^>]*>/g, ' ')
    .replace(/\s+/g, ' ');
  return { status: response.status, headers: response.headers, html, text };
}

const statusOf = async (id: number) => (await app.services.admin.proposals.get(id)).status;

describe('the page of a private link', () => {
  it('is readable without scripts: items, options, totals, schedule and terms', async () => {
    const { token, number } = await sentProposal();
    const { status, text, html } = await page(token);
    expect(html).not.toContain('/pdf"');
    expect(status).toBe(200);
    for (const part of [
      `Proposal ${number}`,
      'A new website',
      'For Ada Byron , Engines Ltd',
      'What we talked about.',
      'Design 1.5 × $120.00 $180.00',
      'Pictures $50.00',
      'Total $214.20',
      'Deposit 40%, on acceptance $85.68',
      'Rest 60%, on completion $128.52',
      'Thirty days.',
      'needs JavaScript to accept',
    ]) {
      expect(text).toContain(part);
    }
    expect(html).toMatch(/<title>A new website, proposal P-\d+ \| Kestrel<\/title>/);
    expect(html).toContain('<meta name="robots" content="noindex"/>');
    expect(html).toContain('<meta name="referrer" content="no-referrer"/>');
  });

  it('starts with the default selection, and its total', async () => {
    const option = { ...proposalFields.items[1], optional: true, choice: 'Pictures' };
    const items = [
      proposalFields.items[0],
      { ...option, description: 'A day of them' },
      { ...option, description: 'Half a day of them', unitPrice: '30.00', preselected: true },
    ];
    const { token } = await sentProposal(undefined, { items });
    const { text, html } = await page(token);
    expect(text).toContain('Total $246.30');
    expect(html).toMatch(/<legend[^>]*>Pictures<\/legend>/);
    const radios = html.match(/<input type="radio"[^>]*>/g) ?? [];
    expect(radios.map((radio) => radio.includes('checked'))).toEqual([false, true]);
  });

  it('shows each change immediately, because it is not cached', async () => {
    const { token, id } = await sentProposal();
    const client = await signUpClient(app);
    for (const cookie of ['', client]) expect((await page(token, cookie)).text).toContain('Accept');
    await app.services.admin.proposals.withdraw('system', id);
    for (const cookie of ['', client]) {
      const { text } = await page(token, cookie);
      expect(text).toContain('We withdrew this proposal');
      expect(text).not.toContain('Ready to start?');
    }
  });

  it('counts as viewed for a client, and not for an admin', async () => {
    const { token, id } = await sentProposal();
    expect((await page(token, await signInAdmin(app))).status).toBe(200);
    expect(await statusOf(id)).toBe('sent');
    await page(token);
    expect(await statusOf(id)).toBe('viewed');
  });

  it('answers 404 for an unknown and for a revoked token, and stores neither', async () => {
    const { token, id } = await sentProposal();
    await app.services.admin.proposals.revokeLink('system', id);
    for (const given of [token, 'x']) {
      const { status, text, headers } = await page(given);
      expect(status).toBe(404);
      expect(text).toContain('Proposal not found');
      expect(headers.get('cache-control')).toBe('private, no-store');
    }
  });
});

describe('the page of a decided or expired proposal', () => {
  it('names who accepted it, with the record and the total of the chosen options', async () => {
    const { token } = await sentProposal();
    const { contentHash } = await (await app.fetch(`/api/proposals/by-link/${token}`)).json();
    const accepted = await app.postJson(`/api/proposals/by-link/${token}/accept`, {
      name: 'Ada Byron',
      agreed: true,
      contentHash,
      optionalItems: [1],
    });
    expect(accepted.status).toBe(200);
    const { text, html } = await page(token);
    expect(html).toContain(`href="/api/proposals/by-link/${token}/pdf"`);
    expect(text).toContain('Accepted by Ada Byron on');
    expect(text).toContain(contentHash);
    expect(text).toContain('Total $267.70');
    expect(html).toMatch(/<input type="checkbox"[^>]*checked=""/);
    expect(text).not.toContain('Ready to start?');
  });

  it('shows that it was declined, without the reason', async () => {
    const { token } = await sentProposal();
    await app.postJson(`/api/proposals/by-link/${token}/decline`, { reason: 'Too much' });
    const { text } = await page(token);
    expect(text).toContain('Declined on');
    // Only the client and the agency can see the reason.
    expect(text).not.toContain('Too much');
  });

  it('shows until when it was valid, and offers no acceptance', async () => {
    const { token, id } = await sentProposal();
    await app.sql`update proposals set valid_until = '2020-01-31' where id = ${id}`;
    await app.sql`update proposals set content = jsonb_set(content, '{validUntil}', '"2020-01-31"') where id = ${id}`;
    const { text } = await page(token);
    expect(text).toContain('This proposal was valid until 31 January 2020');
    expect(text).not.toContain('Ready to start?');
  });
});
