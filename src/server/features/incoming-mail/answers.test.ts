import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';

import type { Message } from '~/contract/threads/threads-schema';
import { addAdmin } from '~/testing/admins';
import { createRequest, signUpClient, type TestClient } from '~/testing/client-requests';
import { answersTo, type MailApp, newEmail, startMailApp } from '~/testing/mail-app';
import { headerOf, postMail, rawMail } from '~/testing/mails';
import { contactMessage } from '~/testing/requests';
import { pixel } from '~/testing/threads';

let product: MailApp;
beforeAll(async () => {
  product = await startMailApp({ env: { TRUST_PROXY: '1' }, burstSeconds: 0 });
});
afterAll(() => product.close());

const readThread = async (client: TestClient, id: number): Promise<Message[]> =>
  (await client.query<{ rows: Message[] }>('requestThreads.page', { id })).rows;

describe('a reply by email', () => {
  it('becomes a message of the client, without the quoted text, and notifies the agency', async () => {
    const { id, email, mail, address } = await product.answeredQuote();
    expect(mail.raw).toContain('Write your answer above this line');
    await product.receive({
      from: `Ada <${email}>`,
      to: address.toUpperCase(),
      text: 'By *June*, please.\r\n\r\nOn Mon, 4 May 2026 at 10:00, Kestrel wrote:\r\n> Write your answer above this line\r\n> When do you need it?',
      headers: { 'In-Reply-To': headerOf(mail, 'Message-ID') },
      attachments: [{ name: 'plan.png', type: 'image/png', content: pixel }],
    });
    const messages = await product.messagesOf(id);
    expect(messages.at(-1)).toMatchObject({
      from: 'client',
      text: 'By *June*, please.',
      internal: false,
      files: [{ name: 'plan.png' }],
    });
    expect((await product.linkedMessages(id)).at(-1)).toMatchObject({
      byAgency: false,
      text: 'By *June*, please.',
      cutText:
        'On Mon, 4 May 2026 at 10:00, Kestrel wrote:\n> Write your answer above this line\n> When do you need it?',
    });
    const [notice] = await product.app.sql`
      select text from mails where about = ${`quote:${id}`} and kind = 'quote_notice' order by id desc`;
    expect(notice?.text).toContain('June');
    const [item] = await product.app
      .sql`select waiting_since, last_message from conversations where quote_id = ${id}`;
    expect(item).toMatchObject({
      waiting_since: expect.any(Date),
      last_message: 'By *June*, please.',
    });
    // Email programs show the agency's next email in the same conversation.
    await product.ask('POST', `/api/admin/quotes/${id}/messages`, { text: 'June it is.' });
    const next = await product.mailTo(email, /June it is/);
    expect(headerOf(next, 'References').split(' ').length).toBeGreaterThanOrEqual(3);
    expect(headerOf(next, 'In-Reply-To')).toContain('@mail.example');
  });

  describe('with unmarked quoted text', () => {
    const head =
      'From: Kestrel <k@agency.example>\nSent: Monday, 4 May 2026 10:00\nTo: Ada\nSubject: x\n\n';
    const answered = async (body: (ours: string) => string) => {
      const { id, email, address } = await product.answeredQuote();
      const [ours] = await product.app.sql`
        select text from mails where about = ${`quote:${id}`} and kind = 'reply' order by id desc`;
      await product.receive({ from: email, to: address, text: body(ours?.text) });
      const [shown] = (await product.linkedMessages(id)).slice(-1);
      return { text: shown?.text, cutText: shown?.cutText };
    };

    it('hides unchanged quoted text even if a mail server has added lines', async () => {
      const { text, cutText } = await answered(
        (ours) =>
          `June.\n\n${head}CAUTION: External email.\n\n${ours.replaceAll(/((?:\S+ ){4}\S+) /g, '$1\n')}\n\nThis email is confidential.\nAcme Ltd, London`,
      );
      expect(text).toBe('June.');
      expect(cutText).toContain('CAUTION');
    });

    it('hides the quoted text in Outlook’s HTML', async () => {
      const { id, email, address } = await product.answeredQuote();
      const [ours] = await product.app.sql`
        select html from mails where about = ${`quote:${id}`} and kind = 'reply' order by id desc`;
      const body = /<body[^>]*>(.*)<\/body>/s.exec(ours?.html)?.[1];
      const html = `<p class=MsoNormal>June.</p><div style='border:none;border-top:solid #E1E1E1 1.0pt'><p class=MsoNormal><b>From:</b> Kestrel &lt;k@agency.example&gt;<br><b>Sent:</b> Monday, May 4, 2026 10:00 AM<br><b>To:</b> Ada<br><b>Subject:</b> x</p></div>${body}`;
      const raw = rawMail({ from: email, to: address, text: html });
      await product.receive(raw.replace('text/plain', 'text/html'));
      expect((await product.linkedMessages(id)).at(-1)?.text).toBe('June.');
    });

    it.each([
      ['on a line of its own', 'When do you need it?', 'When do you need it?\nJune'],
      ['behind a question', 'When do you need it?', 'When do you need it? In June.'],
    ])('shows an answer within the quoted text %s', async (_, question, changed) => {
      const { text } = await answered(
        (ours) => `See my answers in red.\n\n${head}${ours.replace(question, changed)}`,
      );
      expect(text).toContain(changed);
    });

    it('shows an email forwarded from someone else, whatever its subject', async () => {
      const { text } = await answered(
        () => `Please do this.\n\n${head.replaceAll('Kestrel', 'Bo')}Paint it blue.`,
      );
      expect(text).toContain('Paint it blue.');
    });
  });

  it('shows a new subject above the text, unless the text or an earlier message has it', async () => {
    const { id, email, mail, address } = await product.answeredQuote();
    const ours = headerOf(mail, 'Subject');
    const answer = async (subject: string, text: string) => {
      await product.receive({ from: email, to: address, subject, text });
      return [(await product.messagesOf(id)).at(-1), (await product.linkedMessages(id)).at(-1)].map(
        (message) => message?.text,
      );
    };
    const both = (text: string) => [text, text];
    const option = 'Yes, go ahead with option B';
    expect(await answer(option, '')).toEqual(both(`Subject: ${option}`));
    expect(await answer('Stop! Use option C', 'See the subject.')).toEqual(
      both('Subject: Stop! Use option C\n\nSee the subject.'),
    );
    expect(await answer('Re: Stop! Use option C', 'Again.')).toEqual(both('Again.'));
    expect(await answer(`Antw: AW: [EXTERNAL] ${ours}`, 'Two words.')).toEqual(both('Two words.'));
    expect(await answer(`Re: ${ours} and hurry`, 'Please.')).toEqual(
      both(`Subject: Re: ${ours} and hurry\n\nPlease.`),
    );
    expect(await answer('Blue', 'Blue, please.')).toEqual(both('Blue, please.'));
  });

  it('is stored once, however often and in whatever form it arrives', async () => {
    const { id, email, address } = await product.answeredQuote();
    const raw = rawMail({
      from: email,
      to: address,
      text: 'Once.',
      messageId: `once.${id}@mail.example`,
    });
    const responses = await Promise.all(
      [raw, raw, `Received: by another\r\n${raw}`].map((one) => postMail(product.app, one)),
    );
    expect(responses.map(({ status }) => status)).toEqual([202, 202, 202]);
    await product.app.services.incomingMail.work();
    await product.receive(raw);
    const messages = await product.messagesOf(id);
    expect(messages.filter(({ text }) => text === 'Once.')).toHaveLength(1);
    // Some programs give all of their emails the same id.
    await product.receive(raw.replace('Once.', 'Another one.'));
    expect((await product.messagesOf(id)).at(-1)?.text).toBe('Another one.');
  });

  it('is not lost if a stranger has used its Message-ID before', async () => {
    const { id, email, address } = await product.answeredQuote();
    const messageId = `taken.${id}@mail.example`;
    await product.receive({ from: 'eve@elsewhere.example', to: 'answers@agency.test', messageId });
    await product.receive({ from: email, to: address, text: 'Still here.', messageId });
    expect((await product.messagesOf(id)).at(-1)).toMatchObject({
      from: 'client',
      text: 'Still here.',
    });
  });

  it('to a contact message is added to its conversation', async () => {
    const email = newEmail();
    const sent = await product.app.postJson('/api/contact', contactMessage({ email }));
    const { id } = (await sent.json()) as { id: number };
    await product.ask('POST', `/api/admin/contact-messages/${id}/messages`, {
      text: 'Thank you for asking.',
    });
    const address = answersTo(await product.mailTo(email, /Thank you for asking/));
    await product.receive({ from: email, to: address, text: 'You are welcome.' });
    expect((await product.messagesOf(id, 'contact-messages')).at(-1)).toMatchObject({
      from: 'client',
      text: 'You are welcome.',
    });
  });

  it('to a request becomes a message of its thread, and its files count for its client', async () => {
    const client = await signUpClient(product.app);
    const request = await createRequest(client);
    const said = { text: 'The first draft is there.' };
    await product.ask('POST', `/api/admin/service-requests/${request.id}/messages`, said);
    await product.app.services.bursts.runJob();
    const mail = await product.mailTo(client.email, /The first draft/);
    await product.receive({
      from: client.email,
      to: answersTo(mail),
      text: 'It is fine.',
      attachments: [{ name: 'notes.png', type: 'image/png', content: pixel }],
    });
    const thread = await readThread(client, request.id);
    expect(thread.at(-1)).toMatchObject({
      text: 'It is fine.',
      isOwn: true,
      editableUntil: null,
      files: [{ name: 'notes.png' }],
    });
    const [row] = await product.app.sql`
      select c.last_message_at, f.uploader_id from conversations c, files f where c.request_id = ${request.id} and f.name = 'notes.png' order by f.id desc`;
    expect(row).toMatchObject({ last_message_at: expect.any(Date), uploader_id: client.id });
    // The colleague has no right to the company's requests, so the email does not count as the client's.
    const other = await signUpClient(product.app);
    await product.receive({ from: other.email, to: answersTo(mail), text: 'Mine as well?' });
    expect((await readThread(client, request.id)).at(-1)?.text).toBe('It is fine.');
  });

  it('is assigned by the email that it refers to if its reply address was lost', async () => {
    const { id, email, mail } = await product.answeredQuote();
    await product.receive({
      from: email,
      to: 'answers@agency.test',
      text: 'By reference.',
      headers: { References: headerOf(mail, 'Message-ID') },
    });
    expect((await product.messagesOf(id)).at(-1)).toMatchObject({
      from: 'client',
      text: 'By reference.',
    });
  });

  it('keeps everything below lines of dashes, and the end of a text that is too long', async () => {
    const { id, email, address } = await product.answeredQuote();
    const points =
      'Three  points:\n\n\n--\n  Home page: the picture is too dark.\n\n--\nPrices: the second plan is 49, not 45.\n\n--\nPlease publish on Monday.';
    await product.receive({ from: email, to: address, text: points });
    expect((await product.messagesOf(id)).at(-1)).toMatchObject({ text: points, cutText: '' });
    const long = Array.from({ length: 900 }, (_, at) => `Line ${at} of a long text`).join('\n');
    await product.receive({ from: email, to: address, text: `${long}\n\n-- \nAda` });
    const message = (await product.messagesOf(id)).at(-1);
    expect(message?.text).toMatch(/^Line 0 .*\[…\] The rest is below\.$/s);
    expect(message?.cutText).toMatch(/Line 899 of a long text\n\n-- \nAda$/);
  });

  it('accepts both spellings of an international address for the client', async () => {
    const { id, address } = await product.answeredQuote('ines@bücher.example');
    for (const from of ['Ines <ines@xn--bcher-kva.example>', 'Ines <Ines@BÜCHER.example>']) {
      await product.receive({ from, to: address, text: `It is ${from}.` });
      expect((await product.messagesOf(id)).at(-1)).toMatchObject({
        from: 'client',
        text: `It is ${from}.`,
      });
    }
  });

  it('keeps files of any type, which browsers save instead of showing', async () => {
    const { id, email, address } = await product.answeredQuote();
    const svg =
      '<svg xmlns="http://www.w3.org/2000/svg" onload="alert(1)"><script>alert(document.domain)</script></svg>';
    const mov = Buffer.alloc(100);
    mov.write('\0\0\0\x14ftypqt  \0\0\x02\0qt  \0\0\0\bwide\0\0\0Hmdat', 'latin1');
    const heic = Buffer.alloc(64);
    heic.write('\0\0\0\x18ftypheic\0\0\0\0mif1heic\0\0\0(mdat', 'latin1');
    await product.receive({
      from: email,
      to: address,
      text: 'Our logo.',
      attachments: [
        { name: 'logo.svg', type: 'image/svg+xml', content: Buffer.from(svg) },
        { name: 'clip.mov', type: 'video/quicktime', content: mov },
        { name: 'photo.heic', type: 'image/heic', content: heic },
        { name: 'date.ics', type: 'text/calendar', content: Buffer.from('BEGIN:VCALENDAR') },
      ],
    });
    const message = (await product.messagesOf(id)).at(-1);
    expect(message).toMatchObject({ text: 'Our logo.' });
    expect(message?.files.map(({ name, type }) => [name, type])).toEqual([
      ['logo.svg', 'application/octet-stream'],
      ['clip.mov', 'application/octet-stream'],
      ['photo.heic', 'image/heic'],
      ['date.ics', 'application/octet-stream'],
    ]);
    const { headers, body } = await product.ask<string>(
      'GET',
      `/api/files/${message?.files[0]?.id}`,
    );
    expect(body).toBe(svg);
    expect(headers.get('content-type')).toBe('application/octet-stream');
    expect(headers.get('x-content-type-options')).toBe('nosniff');
    expect(headers.get('content-disposition')).toMatch(/^attachment; filename="logo\.svg"/);
    expect(headers.get('content-security-policy')).toContain('sandbox');
  });

  it('names a refused file, and keeps the text and the other files', async () => {
    const { id, email, address } = await product.answeredQuote();
    const program = { name: 'empty.txt', type: 'text/plain', content: Buffer.alloc(0) };
    const picture = { name: 'a.png', type: 'image/png', content: pixel };
    await product.receive({
      from: email,
      to: address,
      text: 'See there.',
      attachments: [program, picture],
    });
    const message = (await product.messagesOf(id)).at(-1);
    expect(message?.text).toMatch(/^See there\.\n\n\[Not attached: empty\.txt: .+\]$/);
    expect(message?.files.map(({ name }) => name)).toEqual(['a.png']);
  });

  it('is left unassigned after 60 emails in an hour', async () => {
    const { id, email, address } = await product.answeredQuote();
    const { sql } = product.app;
    await product.receive({ from: email, to: address, text: 'Number 1' });
    const [count] = await sql`
      update rate_limits set points = 59 where key = ${`mailsFromSender:${email}`} returning key`;
    expect(count).toBeDefined();
    for (const text of ['Number 60', 'Number 61'])
      await product.receive({ from: email, to: address, text });
    expect((await product.messagesOf(id)).at(-1)).toMatchObject({ text: 'Number 60' });
    const waiting = (await product.unmatched()).filter(({ from }) => from === email);
    expect(waiting).toMatchObject([{ text: 'Number 61', reason: expect.stringContaining('60') }]);
  });
});

describe('the agency’s own reply', () => {
  it('from a mail program counts as the first reply, and is not sent again', async () => {
    const { id, email } = await product.newQuote();
    const [notice] = await product.app.sql<[{ id: number }]>`
      select id from mails where about = ${`quote:${id}`} and kind = 'quote_notice'`;
    const mail = await vi.waitFor(() => {
      const sent = product.smtp.received.find(({ raw }) => raw.includes(`<${notice.id}.`));
      if (!sent) throw new Error('the notice has not left');
      return sent;
    });
    expect(headerOf(mail, 'Reply-To')).toContain(email);
    expect(headerOf(mail, 'Auto-Submitted')).toBe('auto-generated');
    const colleague = await addAdmin(product.app, 'manager');
    const domain = colleague.email.split('@')[1];
    // The confirmation of the quote may still be queued.
    await product.app.services.outbox.flush();
    const before = product.smtp.received.length;
    const answer = { from: colleague.email, to: email, text: 'From my phone.' };
    await product.receive({ ...answer, headers: { Cc: answersTo(mail) } });
    // Only admins see a reply whose sender the mail server does not confirm. It counts as a reply anyway.
    expect((await product.messagesOf(id)).at(-1)).toMatchObject({ from: 'agency', internal: true });
    const [quote] = await product.app
      .sql`select status, first_answer_at from quotes where id = ${id}`;
    expect(quote).toMatchObject({ status: 'contacted', first_answer_at: expect.any(Date) });
    const confirmed = {
      'Authentication-Results': `mx.agency.test; dmarc=pass header.from=${domain}`,
    };
    await product.receive({
      ...answer,
      text: 'Again.',
      headers: { ...confirmed, Cc: answersTo(mail) },
    });
    expect((await product.messagesOf(id)).at(-1)).toMatchObject({
      from: 'agency',
      text: 'Again.',
      internal: false,
    });
    await product.app.services.outbox.flush();
    const toClient = product.smtp.received.slice(before).filter(({ to }) => to.includes(email));
    expect(toClient).toEqual([]);
  });

  it('that is not sent to the client becomes an internal note', async () => {
    const { id, address } = await product.answeredQuote();
    const colleague = await addAdmin(product.app, 'manager');
    await product.receive({ from: colleague.email, to: address, text: 'Too cheap?' });
    expect((await product.messagesOf(id)).at(-1)).toMatchObject({ from: 'agency', internal: true });
    expect(JSON.stringify(await product.linkedMessages(id))).not.toContain('Too cheap');
  });

  it('of an editor, who cannot write about leads, is marked as unverified', async () => {
    const { id, email, address } = await product.answeredQuote();
    const editor = await addAdmin(product.app, 'editor');
    await product.receive({
      from: editor.email,
      to: email,
      headers: { Cc: address },
      text: 'As the agency.',
    });
    expect((await product.messagesOf(id)).at(-1)).toMatchObject({ from: 'unverified' });
  });
});
