import { ada, answer, type CorpusEntry, crlf, inbound, ourId } from './entry';

const text = 'I am away until 10 March.';
const plain = `Content-Type: text/plain; charset=utf-8\n\n${text}\n`;

export const automatic: CorpusEntry[] = [
  {
    name: 'Exchange, out of office',
    raw: crlf(
      answer(
        ada,
        `Message-ID: <ooo@outlook.example>
Auto-Submitted: auto-generated
X-Auto-Response-Suppress: All
X-MS-Exchange-Inbox-Rules-Loop: ada@client.example
${plain}`,
        'Automatic reply: An answer to your quote request',
      ),
    ),
    expects: { text, automatic: 'out of office' },
  },
  {
    name: 'Exchange in German, out of office',
    raw: crlf(
      answer(
        ada,
        `Message-ID: <ooo-de@outlook.example>
X-Auto-Response-Suppress: All
${plain}`,
        'Automatische Antwort: An answer to your quote request',
      ),
    ),
    expects: { text, automatic: 'out of office' },
  },
  {
    name: 'Gmail, on vacation',
    raw: crlf(
      answer(
        ada,
        `Message-ID: <vac@mail.gmail.example>
Precedence: bulk
X-Autoreply: yes
Auto-Submitted: auto-replied
${plain}`,
        'Out of the office Re: An answer to your quote request',
      ),
    ),
    expects: { text, automatic: 'out of office' },
  },
  {
    name: 'Sieve, on vacation',
    raw: crlf(
      answer(
        ada,
        `Message-ID: <dovecot-sieve-1@client.example>
X-Sieve: Pigeonhole Sieve 0.5.21
Precedence: bulk
Auto-Submitted: auto-replied (vacation)
${plain}`,
        'Auto: An answer to your quote request',
      ),
    ),
    expects: { text, automatic: 'out of office' },
  },
  {
    name: 'a help desk that confirms',
    raw: crlf(
      answer(
        'Support <support@client.example>',
        `Message-ID: <confirm@client.example>
Auto-Submitted: auto-replied
${plain}`,
        'We have received your request [#4711]',
      ),
    ),
    expects: { text, automatic: 'automatic' },
  },
  {
    name: 'a person, by a program that says so',
    raw: crlf(answer(ada, `Message-ID: <no@client.example>\nAuto-Submitted: no\n${plain}`)),
    expects: { text, automatic: null },
  },
  {
    name: 'spam by SpamAssassin',
    raw: crlf(`X-Spam-Flag: YES
X-Spam-Status: Yes, score=12.3 required=5.0 tests=BAYES_99,
	URIBL_BLACK autolearn=no version=4.0.0
X-Spam-Level: ************
From: Prize <win@spam.example>
To: ${inbound}
Subject: You have won
${plain}`),
    expects: { text, spam: true },
  },
  {
    name: 'spam by Rspamd',
    raw: crlf(`X-Spam: Yes
X-Spamd-Result: default: False [16.20 / 15.00]
From: Prize <win@spam.example>
To: ${inbound}
Subject: You have won
${plain}`),
    expects: { text, spam: true },
  },
  {
    name: 'no spam by SpamAssassin',
    raw: crlf(answer(ada, `X-Spam-Flag: NO\nX-Spam-Status: No, score=-0.1 required=5.0\n${plain}`)),
    expects: { text, spam: false },
  },
  ...(
    [
      ['dmarc=pass', 'none'],
      ['dmarc=pass header.from=client.example', 'pass'],
      ['dmarc=pass header.from=evil.example', 'none'],
      ['dmarc=pass reason="x header.from=client.example" header.from=evil.example', 'none'],
      ['dmarc=fail (p=none) header.from=client.example; spf=pass; dkim=pass', 'fail'],
      ['spf=pass smtp.mailfrom=ada@client.example; dkim=pass header.d=client.example', 'pass'],
      [
        'dmarc=none; spf=pass smtp.mailfrom=a@bulk.example; dkim=pass header.d=bulk.example',
        'none',
      ],
      // As after a forwarding.
      ['spf=softfail smtp.mailfrom=host.example; dkim=pass header.d=client.example', 'pass'],
      ['spf=softfail smtp.mailfrom=client.example; dkim=none', 'none'],
      ['spf=pass smtp.mailfrom=client.example', 'pass'],
      ['spf=pass smtp.mailfrom="eve; header.d=client.example"@evil.example', 'none'],
      ['spf=pass smtp.mailfrom=evil.example smtp.helo=client.example', 'none'],
      ['dkim=pass header.d=example', 'none'],
      ['dkim=fail header.d=client.example', 'fail'],
      ['none', 'none'],
      ['spf=fail smtp.mailfrom="x; dmarc=pass"@client.example (; dmarc=pass)', 'fail'],
    ] as const
  ).map(
    ([result, authentication]): CorpusEntry => ({
      name: `authentication: ${result}`,
      raw: crlf(`Authentication-Results: mx.agency.example; ${result}
From: ${ada}
To: ${inbound}
${plain}`),
      expects: { text, authentication, references: [], automatic: null },
    }),
  ),
  {
    name: 'an empty return path',
    raw: crlf(`Return-Path: <>
From: MAILER-DAEMON@client.example
To: ${inbound}
In-Reply-To: <${ourId}>
${plain}`),
    expects: { text, automatic: 'automatic', report: [] },
  },
];
