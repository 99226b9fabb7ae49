import { type CorpusEntry, crlf, inbound, ourId } from './entry';

interface Report {
  name: string;
  from: string;
  headers: string;
  text: string;
  status: string;
  /** The type of the part that holds the mail, or its headers. */
  named: string | undefined;
  expects: { action: string; status: string; diagnostic: string };
}

const original = `From: Kestrel Digital <${inbound}>
To: Ada Winter <ada@client.example>
Subject: An answer to your quote request
Message-ID: <${ourId}>`;

const reports: Report[] = [
  {
    name: 'Postfix, failed',
    from: 'MAILER-DAEMON@mx.agency.example (Mail Delivery System)',
    headers: `Return-Path: <>
Auto-Submitted: auto-replied
Subject: Undelivered Mail Returned to Sender`,
    text: "I'm sorry to have to inform you that your message could not be delivered.",
    status: `Reporting-MTA: dns; mx.agency.example
X-Postfix-Queue-ID: 4ZD2Kx1
X-Postfix-Sender: rfc822; ${inbound}
Arrival-Date: Mon,  3 Mar 2025 09:58:00 +0100 (CET)

Final-Recipient: rfc822; ada@client.example
Original-Recipient: rfc822;ada@client.example
Action: failed
Status: 5.1.1
Remote-MTA: dns; mail.client.example
Diagnostic-Code: smtp; 550 5.1.1 <ada@client.example>: Recipient address
    rejected: User unknown in virtual mailbox table`,
    named: 'text/rfc822-headers',
    expects: {
      action: 'failed',
      status: '5.1.1',
      diagnostic:
        '550 5.1.1 <ada@client.example>: Recipient address rejected: User unknown in virtual mailbox table',
    },
  },
  {
    name: 'Postfix, delayed',
    from: 'MAILER-DAEMON@mx.agency.example (Mail Delivery System)',
    headers: `Return-Path: <>
Auto-Submitted: auto-replied
Subject: Delayed Mail (still being retried)`,
    text: 'THIS IS A WARNING ONLY. YOU DO NOT NEED TO RESEND YOUR MESSAGE.',
    status: `Reporting-MTA: dns; mx.agency.example

Final-Recipient: rfc822; ada@client.example
Action: delayed
Status: 4.4.1
Diagnostic-Code: X-Postfix; connect to mail.client.example[203.0.113.9]:25:
    Connection timed out
Will-Retry-Until: Sat,  8 Mar 2025 09:58:00 +0100 (CET)`,
    named: 'message/rfc822',
    expects: {
      action: 'delayed',
      status: '4.4.1',
      diagnostic: 'connect to mail.client.example[203.0.113.9]:25: Connection timed out',
    },
  },
  {
    name: 'Exchange, which sends no copy',
    from: 'postmaster@client.example',
    headers: `Return-Path: <>
Subject: Undeliverable: An answer to your quote request
In-Reply-To: <${ourId}>
References: <${ourId}>
X-MS-Exchange-Message-Is-Ndr:
X-Auto-Response-Suppress: DR, RN, NRN, OOF, AutoReply`,
    text: 'Your message to ada@client.example couldn’t be delivered.',
    status: `Reporting-MTA: dns;FR2P281MB1.DEUP281.PROD.OUTLOOK.COM
Received-From-MTA: dns;mx.agency.example
Arrival-Date: Mon, 3 Mar 2025 08:58:04 +0000

Final-Recipient: rfc822;ada@client.example
Action: failed
Status: 5.2.2
Diagnostic-Code: smtp;554 5.2.2 mailbox full; STOREDRV.Deliver.Exception
X-Display-Name: Ada Winter`,
    named: undefined,
    expects: {
      action: 'failed',
      status: '5.2.2',
      diagnostic: '554 5.2.2 mailbox full; STOREDRV.Deliver.Exception',
    },
  },
  {
    name: 'Gmail, failed',
    from: 'Mail Delivery Subsystem <mailer-daemon@googlemail.example>',
    headers: `Return-Path: <>
Auto-Submitted: auto-replied
X-Failed-Recipients: ada@client.example
Subject: Delivery Status Notification (Failure)`,
    text: '** Address not found **',
    status: `Reporting-MTA: dns; googlemail.com
Arrival-Date: Mon, 03 Mar 2025 00:58:04 -0800 (PST)
X-Original-Message-ID: <${ourId}>

Final-Recipient: rfc822; ada@client.example
Action: failed
Status: 5.1.1
Diagnostic-Code: smtp; 550-5.1.1 The email account that you tried to reach does not exist.
 550 5.1.1 https://support.google.com/mail/?p=NoSuchUser
Last-Attempt-Date: Mon, 03 Mar 2025 00:58:05 -0800 (PST)`,
    named: 'message/rfc822',
    expects: {
      action: 'failed',
      status: '5.1.1',
      diagnostic:
        '550-5.1.1 The email account that you tried to reach does not exist. 550 5.1.1 https://support.google.com/mail/?p=NoSuchUser',
    },
  },
  {
    name: 'Amazon SES, failed',
    from: 'MAILER-DAEMON@eu-west-1.amazonses.example',
    headers: 'Subject: Delivery Status Notification (Failure)',
    text: 'An error occurred while trying to deliver the mail to the following recipients:\nada@client.example',
    status: `Reporting-MTA: dns; a7-31.smtp-out.eu-west-1.amazonses.com

Action: failed
Final-Recipient: rfc822; ada@client.example
Diagnostic-Code: smtp; 552 4.2.2 The email account that you tried to reach is over quota
Status: 4.2.2`,
    named: 'message/rfc822',
    expects: {
      action: 'failed',
      status: '4.2.2',
      diagnostic: '552 4.2.2 The email account that you tried to reach is over quota',
    },
  },
];

export const deliveryReports: CorpusEntry[] = reports.map((report) => ({
  name: `a delivery report of ${report.name}`,
  raw: crlf(`From: ${report.from}
To: ${inbound}
${report.headers}
Date: Mon, 3 Mar 2025 10:00:00 +0100
Message-ID: <report@mx.agency.example>
MIME-Version: 1.0
Content-Type: multipart/report; report-type=delivery-status; boundary="rep.1"

This is a MIME-encapsulated message.

--rep.1
Content-Description: Notification
Content-Type: text/plain; charset=utf-8

${report.text}

--rep.1
Content-Description: Delivery report
Content-Type: message/delivery-status

${report.status}

${report.named ? `--rep.1\nContent-Description: Undelivered Message\nContent-Type: ${report.named}\n\n${original}\n\nHello Ada,\n` : ''}
--rep.1--
`),
  expects: {
    text: report.text,
    automatic: 'automatic',
    attachments: [],
    report: [{ ...report.expects, recipient: 'ada@client.example', messageId: ourId }],
  },
}));
