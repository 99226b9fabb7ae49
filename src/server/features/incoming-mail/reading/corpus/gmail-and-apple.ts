import {
  ada,
  answer,
  type CorpusEntry,
  crlf,
  inbound,
  ourId,
  ours,
  pdf,
  pixel,
  quoted,
} from './entry';

const gmailHtml = (text: string, introduction: string) => `<div dir="ltr">${text}</div><br><div
 class="gmail_quote gmail_quote_container"><div dir="ltr" class="gmail_attr">${introduction}<br></div><blockquote
 class="gmail_quote" style="margin:0px 0px 0px 0.8ex;border-left:1px solid rgb(204,204,204);padding-left:1ex"><p>Write
 your answer above this line</p><p>Kestrel Digital: An answer to your quote request</p></blockquote></div>`;

export const gmailAndApple: CorpusEntry[] = [
  {
    name: 'Gmail in the browser, its introduction wrapped',
    raw: crlf(
      answer(
        ada,
        `Message-ID: <CAKx8=gT1o2vQ@mail.gmail.example>
Content-Type: multipart/alternative; boundary="000000000000a1b2c3062f7a9d11"

--000000000000a1b2c3062f7a9d11
Content-Type: text/plain; charset="UTF-8"

Yes, May suits us well. Could you start on the 12th?

Ada

On Mon, Mar 3, 2025 at 9:58\u202fAM Kestrel Digital <
${inbound}> wrote:

${quoted(ours)}

--000000000000a1b2c3062f7a9d11
Content-Type: text/html; charset="UTF-8"
Content-Transfer-Encoding: 8bit

${gmailHtml('Yes, May suits us well. Could you start on the 12th?<div><br></div><div>Ada</div>', 'On Mon, Mar 3, 2025 at 9:58 AM Kestrel Digital &lt;<a href="mailto:x">x</a>&gt; wrote:')}

--000000000000a1b2c3062f7a9d11--
`,
      ),
    ),
    expects: {
      text: 'Yes, May suits us well. Could you start on the 12th?\n\nAda',
      cut: ['On Mon, Mar 3, 2025', 'we can begin in May'],
      messageId: 'CAKx8=gT1o2vQ@mail.gmail.example',
      references: [ourId, 'quote-17.1@agency.example'],
      from: { name: 'Ada Winter', address: 'ada@client.example' },
      recipients: [inbound],
      subject: 'Re: An answer to your quote request',
      sentAt: '2025-03-03T09:15:00.000Z',
      authentication: 'pass',
      attachments: [],
    },
  },
  {
    name: 'Gmail on a telephone, HTML alone',
    raw: crlf(
      answer(
        ada,
        `Message-ID: <CAPhone1@mail.gmail.example>
Content-Type: text/html; charset="UTF-8"

<div dir="auto">Fine with me<div dir="auto"><br></div><div dir="auto">Ada</div></div><br><div class="gmail_quote"><div dir="ltr" class="gmail_attr">On Mon, 3 Mar 2025, 09:58 Kestrel Digital, &lt;<a href="mailto:${inbound}">${inbound}</a>&gt; wrote:<br></div><blockquote class="gmail_quote" style="margin:0 0 0 .8ex"><p>Write your answer above this line</p><p>Hello Ada,</p></blockquote></div>
`,
      ),
    ),
    expects: { text: 'Fine with me\n\nAda', cut: ['Hello Ada,', 'wrote:'] },
  },
  {
    name: 'Gmail with a signature of its own and a picture in the body',
    raw: crlf(
      answer(
        ada,
        `Message-ID: <CAPicture@mail.gmail.example>
Content-Type: multipart/related; boundary="rel1"

--rel1
Content-Type: multipart/alternative; boundary="alt1"

--alt1
Content-Type: text/plain; charset="UTF-8"

This is how it looks today:

[image: front.png]

Please keep the header.

-- 
Ada Winter
Winter & Sons

On Mon, Mar 3, 2025 at 9:58 AM Kestrel Digital <${inbound}> wrote:

${quoted(ours)}
--alt1
Content-Type: text/html; charset="UTF-8"

<div dir="ltr"><div>This is how it looks today:</div><div><br></div><div><img src="cid:ii_m7f3" alt="front.png" width="400"></div><div><br></div><div>Please keep the header.</div><div><br></div><span class="gmail_signature_prefix">-- </span><br><div dir="ltr" class="gmail_signature"><div>Ada Winter</div><img src="cid:ii_logo"></div></div>
--alt1--
--rel1
Content-Type: image/png; name="front.png"
Content-Disposition: inline; filename="front.png"
Content-Transfer-Encoding: base64
Content-ID: <ii_m7f3>
X-Attachment-Id: ii_m7f3

${pixel}
--rel1
Content-Type: image/png; name="logo.png"
Content-Disposition: inline; filename="logo.png"
Content-Transfer-Encoding: base64
Content-ID: <ii_logo>

${pixel}
--rel1--
`,
      ),
    ),
    expects: {
      text: 'This is how it looks today:\n\nPlease keep the header.',
      cut: ['Winter & Sons'],
      attachments: ['front.png body', 'logo.png signature'],
    },
  },
  {
    name: 'an answer below the quotation',
    raw: crlf(
      answer(
        ada,
        `Message-ID: <CABottom@mail.gmail.example>
Content-Type: text/plain; charset="UTF-8"

On Mon, Mar 3, 2025 at 9:58 AM Kestrel Digital <${inbound}> wrote:
${quoted(ours)}

It would. We are looking forward to it.

Ada
`,
      ),
    ),
    expects: {
      text: 'It would. We are looking forward to it.\n\nAda',
      cut: ['we can begin in May', 'wrote:'],
    },
  },
  {
    name: 'answers between the quoted lines',
    raw: crlf(
      answer(
        ada,
        `Message-ID: <CABetween@mail.gmail.example>
Content-Type: text/plain; charset="UTF-8"

Hello,

On Mon, Mar 3, 2025 at 9:58 AM Kestrel Digital <${inbound}> wrote:
> we can begin in May. Would that suit you?

Yes, the 12th.

> Who writes the texts?

We do.

Ada

> https://agency.example/quotes/17
`,
      ),
    ),
    expects: {
      text: `Hello,

On Mon, Mar 3, 2025 at 9:58 AM Kestrel Digital <${inbound}> wrote:
> we can begin in May. Would that suit you?

Yes, the 12th.

> Who writes the texts?

We do.

Ada`,
      cut: ['quotes/17'],
    },
  },
  {
    name: 'a reaction of Gmail',
    raw: crlf(
      answer(
        ada,
        `Message-ID: <CAReaction@mail.gmail.example>
Content-Type: multipart/alternative; boundary="re1"

--re1
Content-Type: text/plain; charset="UTF-8"

👍

Ada Winter reacted via Gmail
<https://www.google.com/gmail/about/?utm_source=gmail-in-product>

On Mon, Mar 3, 2025 at 9:58 AM Kestrel Digital <${inbound}> wrote:

${quoted(ours)}
--re1
Content-Type: text/vnd.google.email-reaction+json; charset="UTF-8"

{"version":1,"emoji":"👍"}
--re1
Content-Type: text/html; charset="UTF-8"

<div><p style="font-size:50px">👍</p><p>Ada Winter reacted via Gmail</p></div>
--re1--
`,
      ),
    ),
    expects: {
      text: '👍\n\nAda Winter reacted via Gmail\n<https://www.google.com/gmail/about/?utm_source=gmail-in-product>',
      cut: ['wrote:'],
      attachments: [],
    },
  },
  {
    name: 'Apple Mail on a Mac',
    raw: crlf(
      answer(
        ada,
        `Message-Id: <6C1F0B51-5C0B-4E43-9D2B-1E2A3B4C5D6E@client.example>
X-Mailer: Apple Mail (2.3826.400.131.1.6)
Content-Type: text/plain; charset=utf-8; delsp=yes; format=flowed
Content-Transfer-Encoding: 8bit

Good morning,

twelve pages are enough. The shop can wait until the site has been  
read by some people.

Best regards,
Ada Winter

> On 3. Mar 2025, at 09:58, Kestrel Digital <${inbound}>  
> wrote:
>
${quoted(ours)}
`,
      ),
    ),
    expects: {
      text: 'Good morning,\n\ntwelve pages are enough. The shop can wait until the site has been read by some people.\n\nBest regards,\nAda Winter',
      cut: ['On 3. Mar 2025', 'Hello Ada'],
    },
  },
  {
    name: 'Apple Mail with a PDF between two pieces of HTML',
    raw: crlf(
      answer(
        ada,
        `Message-Id: <AF0F6E0B@client.example>
X-Mailer: Apple Mail (2.3826.400.131.1.6)
Content-Type: multipart/alternative; boundary="Apple-Mail=_A1"

--Apple-Mail=_A1
Content-Transfer-Encoding: 7bit
Content-Type: text/plain; charset=us-ascii

Here is the list:



Thank you.
--Apple-Mail=_A1
Content-Type: multipart/mixed; boundary="Apple-Mail=_B2"

--Apple-Mail=_B2
Content-Transfer-Encoding: 7bit
Content-Type: text/html; charset=us-ascii

<html><body>Here is the list:<div><br></div></body></html>
--Apple-Mail=_B2
Content-Disposition: inline; filename=list.pdf
Content-Type: application/pdf; x-unix-mode=0644; name="list.pdf"
Content-Transfer-Encoding: base64

${pdf}
--Apple-Mail=_B2
Content-Transfer-Encoding: 7bit
Content-Type: text/html; charset=us-ascii

<html><body><div><br></div><div>Thank you.</div></body></html>
--Apple-Mail=_B2--

--Apple-Mail=_A1--
`,
      ),
    ),
    expects: { text: 'Here is the list:\n\nThank you.', attachments: ['list.pdf'] },
  },
  {
    name: 'an iPhone',
    raw: crlf(
      answer(
        ada,
        `Message-Id: <B7D1A2F0@client.example>
X-Mailer: iPhone Mail (22D72)
Content-Type: text/plain; charset=utf-8
Content-Transfer-Encoding: quoted-printable

We=E2=80=99d like that.=20

Sent from my iPhone

> On 3 Mar 2025, at 09:58, Kestrel Digital <${inbound.replace('=', '=3D')}> wrote:
>=20
> =EF=BB=BFWrite your answer above this line
>=20
> Hello Ada,
`,
      ),
    ),
    expects: { text: 'We’d like that.', cut: ['Sent from my iPhone', 'Hello Ada,'] },
  },
  {
    name: 'a German iPhone, with a photograph',
    raw: crlf(
      answer(
        'Jörg Weiß <joerg@client.example>'.replace('Jörg Weiß', '=?utf-8?Q?J=C3=B6rg_Wei=C3=9F?='),
        `Message-Id: <C0FFEE@client.example>
X-Mailer: iPhone Mail (22D72)
Content-Type: multipart/mixed; boundary=Apple-Mail-C1

--Apple-Mail-C1
Content-Type: text/plain; charset=utf-8
Content-Transfer-Encoding: 8bit

Das Foto für die Startseite:


--Apple-Mail-C1
Content-Type: image/jpeg; name=IMG_0412.jpeg
Content-Disposition: inline; filename=IMG_0412.jpeg
Content-Transfer-Encoding: base64

/9j/4AAQSkZJRg==
--Apple-Mail-C1
Content-Type: text/plain; charset=utf-8
Content-Transfer-Encoding: 8bit



Von meinem iPhone gesendet

> Am 03.03.2025 um 09:58 schrieb Kestrel Digital <${inbound}>:
> 
${quoted(ours)}
--Apple-Mail-C1--
`,
      ),
    ),
    expects: {
      text: 'Das Foto für die Startseite:',
      cut: ['Von meinem iPhone gesendet', 'schrieb'],
      from: { name: 'Jörg Weiß', address: 'joerg@client.example' },
      attachments: ['IMG_0412.jpeg body'],
    },
  },
];
