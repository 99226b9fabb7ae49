import { ada, answer, type CorpusEntry, crlf, inbound, ours, quoted } from './entry';

const introduction = `On 03.03.25 09:58, Kestrel Digital wrote:`;

export const otherPrograms: CorpusEntry[] = [
  {
    name: 'Thunderbird, flowed, with a signature',
    raw: crlf(
      answer(
        ada,
        `Message-ID: <7f1f9b1e-8d5b@client.example>
User-Agent: Mozilla Thunderbird
Content-Language: en-US
Content-Type: text/plain; charset=UTF-8; format=flowed
Content-Transfer-Encoding: 8bit

The texts are with our translator, and we will have them by the end of 
the month. Is that early enough?

 From there on you have everything.

${introduction}
${quoted(ours)}

-- 
Ada Winter
Winter & Sons, Berlin
`,
      ),
    ),
    expects: {
      text: 'The texts are with our translator, and we will have them by the end of the month. Is that early enough?\n\nFrom there on you have everything.',
      cut: ['Winter & Sons, Berlin', introduction],
    },
  },
  {
    name: 'Thunderbird, below the quotation, in German',
    raw: crlf(
      answer(
        ada,
        `Message-ID: <9a1c@client.example>
User-Agent: Mozilla Thunderbird
Content-Type: text/plain; charset=UTF-8; format=flowed
Content-Transfer-Encoding: 8bit

Am 03.03.25 um 09:58 schrieb Kestrel Digital:
${quoted(ours)}
Ja, das passt.

Viele Grüße
Ada

-- 
Winter & Söhne
`,
      ),
    ),
    expects: { text: 'Ja, das passt.\n\nViele Grüße\nAda', cut: ['Winter & Söhne', 'schrieb'] },
  },
  {
    name: 'Thunderbird with HTML alone',
    raw: crlf(
      answer(
        ada,
        `Message-ID: <5c2d@client.example>
User-Agent: Mozilla Thunderbird
Content-Type: text/html; charset=UTF-8

<!DOCTYPE html><html><head><meta http-equiv="Content-Type" content="text/html; charset=UTF-8"></head><body><p>Thank you!</p><p>We take the second one.</p><div class="moz-cite-prefix">On 03.03.25 09:58, Kestrel Digital wrote:<br></div><blockquote type="cite" cite="mid:quote-17.3@agency.example"><p>Write your answer above this line</p><blockquote><p>An earlier one</p></blockquote></blockquote><div class="moz-signature">-- <br>Ada Winter</div></body></html>
`,
      ),
    ),
    expects: {
      text: 'Thank you!\n\nWe take the second one.',
      cut: ['> Write your answer', '>> An earlier one', 'Ada Winter'],
    },
  },
  {
    name: 'K-9 Mail',
    raw: crlf(
      answer(
        ada,
        `Message-ID: <3F2504E0@client.example>
User-Agent: K-9 Mail for Android
Content-Type: text/plain; charset=utf-8
Content-Transfer-Encoding: 8bit

Yes please.
-- 
Sent from my Android device with K-9 Mail. Please excuse my brevity.

On 3 March 2025 09:58:12 CET, Kestrel Digital <${inbound}> wrote:
${quoted(ours, '>')}
`,
      ),
    ),
    expects: { text: 'Yes please.', cut: ['K-9 Mail', '>Hello Ada'] },
  },
  {
    name: 'Proton, with its own signature and without marks of quotation',
    raw: crlf(
      answer(
        ada,
        `Message-ID: <Zk3@proton.example>
Feedback-ID: 1234:user:proton
Content-Type: text/plain; charset=utf-8

Thursday would be better.

Sent with [Proton Mail](https://proton.me/mail/home) secure email.

On Monday, March 3rd, 2025 at 9:58 AM, Kestrel Digital <${inbound}> wrote:

${quoted(ours)}
`,
      ),
    ),
    expects: { text: 'Thursday would be better.', cut: ['Proton Mail', 'March 3rd'] },
  },
  {
    name: 'Yahoo, which indents instead of quoting',
    raw: crlf(
      answer(
        ada,
        `Message-ID: <1204.5@mail.yahoo.example>
X-Mailer: WebService/1.1.23369 YMailNorrin
Content-Type: text/plain; charset=UTF-8

 Thanks, we will think about it.
Ada

    On Monday, March 3, 2025 at 09:58:12 AM GMT+1, Kestrel Digital <${inbound}> wrote:  
 
 Write your answer above this line

Hello Ada,
we can begin in May.
  `,
      ),
    ),
    expects: { text: ' Thanks, we will think about it.\nAda', cut: ['we can begin in May.'] },
  },
  {
    name: 'GMX in the browser, which begins with the date',
    raw: crlf(
      answer(
        ada,
        `Message-ID: <trinity-7e1@3c-app-gmx-bs01>
X-UI-Message-Type: mail
Content-Type: text/html; charset=UTF-8

<html><head></head><body><div style="font-family: Verdana;font-size: 12.0px;"><div>Guten Tag,</div><div>&nbsp;</div><div>wir nehmen das Angebot an.</div><div>&nbsp;</div><div><div style="margin:10px 5px 5px 10px; padding: 10px 0 10px 10px; border-left:2px solid #C3D9E5;"><div style="margin:0 0 10px 0;"><b>Gesendet:</b>&nbsp;Montag, 3. März 2025 um 09:58<br/><b>Von:</b>&nbsp;&quot;Kestrel Digital&quot; &lt;${inbound}&gt;<br/><b>An:</b>&nbsp;ada@client.example<br/><b>Betreff:</b>&nbsp;An answer to your quote request</div><div>Write your answer above this line</div></div></div></div></body></html>
`,
      ),
    ),
    expects: { text: 'Guten Tag,\n\nwir nehmen das Angebot an.', cut: ['Gesendet: Montag'] },
  },
  {
    name: 'a Samsung telephone',
    raw: crlf(
      answer(
        ada,
        `Message-ID: <h5k@samsung.example>
Content-Type: text/plain; charset=utf-8

Ok

Sent from my Galaxy

-------- Original message --------
From: Kestrel Digital <${inbound}>
Date: 03/03/2025 09:58 (GMT+01:00)
To: ada@client.example
Subject: An answer to your quote request

${ours}`,
      ),
    ),
    expects: { text: 'Ok', cut: ['Galaxy', 'Original message'] },
  },
  {
    name: 'a help desk, with its own line above which answers go',
    raw: crlf(
      answer(
        'Winter Support <support@client.example>',
        `Message-ID: <K7@zendesk.example>
X-Mailer: Zendesk Mailer
Content-Type: text/plain; charset=utf-8

##- Please type your reply above this line -##

Your request (4711) has been updated.

Ada, Mar 3, 2025, 10:15 GMT+1

We would like to begin in June.

--------------------------------
This email is a service from Winter Support.
`,
      ),
    ),
    expects: {
      text: 'Your request (4711) has been updated.\n\nAda, Mar 3, 2025, 10:15 GMT+1\n\nWe would like to begin in June.\n\n--------------------------------\nThis email is a service from Winter Support.',
      cut: ['##-'],
    },
  },
  {
    name: 'a help desk that answers in our conversation',
    raw: crlf(
      answer(
        'Winter Support <support@client.example>',
        `Message-ID: <fd-8@freshdesk.example>
X-FD-Source: email
Content-Type: text/plain; charset=utf-8

Hi,

forwarded to Ada.

##- Please type your reply above this line -##
Ticket: https://winter.freshdesk.example/helpdesk/tickets/8
${ours}`,
      ),
    ),
    expects: { text: 'Hi,\n\nforwarded to Ada.', cut: ['tickets/8'] },
  },
  {
    name: 'a mailing list',
    raw: crlf(
      answer(
        ada,
        `Message-ID: <list-1@client.example>
List-Id: Web people <web.lists.client.example>
List-Unsubscribe: <mailto:web-leave@lists.client.example>
Precedence: list
Content-Type: text/plain; charset=utf-8

Has anybody worked with them?
_______________________________________________
Web mailing list -- web@lists.client.example
To unsubscribe send an email to web-leave@lists.client.example
`,
        '[web] Re: An answer to your quote request',
      ),
    ),
    expects: {
      text: 'Has anybody worked with them?',
      cut: ['unsubscribe'],
      automatic: 'automatic',
    },
  },
  {
    name: 'a program that quotes without a word',
    raw: crlf(
      answer(
        ada,
        `Message-ID: <silent@client.example>
Content-Type: text/plain; charset=utf-8

All right.

Write your answer above this line

Kestrel Digital: An answer to your quote request
`,
      ),
    ),
    expects: { text: 'All right.', cut: ['Kestrel Digital: An answer'] },
  },
  {
    name: 'a sentence that looks like an introduction',
    raw: crlf(
      answer(
        ada,
        `Message-ID: <sentence@client.example>
Content-Type: text/plain; charset=utf-8

Here is what my colleague wrote:

The header is too high.

From: the top of the page
To: the first heading

and on Monday I wrote to you about it.
`,
      ),
    ),
    expects: {
      text: 'Here is what my colleague wrote:\n\nThe header is too high.\n\nFrom: the top of the page\nTo: the first heading\n\nand on Monday I wrote to you about it.',
    },
  },
  {
    name: 'nothing but a quotation',
    raw: crlf(
      answer(
        ada,
        `Message-ID: <only@client.example>
Content-Type: text/plain; charset=utf-8

${introduction}
> Hello Ada
`,
      ),
    ),
    expects: { text: `${introduction}\n> Hello Ada` },
  },
];
