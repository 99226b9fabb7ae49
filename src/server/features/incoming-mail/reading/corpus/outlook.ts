import { ada, answer, type CorpusEntry, crlf, inbound, ours, pdf, pixel } from './entry';

const english = `From: Kestrel Digital <${inbound}>
Sent: Monday, March 3, 2025 9:58 AM
To: Ada Winter <ada@client.example>
Subject: An answer to your quote request`;

const german = `Von: Kestrel Digital <${inbound}>
Gesendet: Montag, 3. März 2025 09:58
An: Ada Winter <ada@client.example>
Betreff: An answer to your quote request`;

const word = (
  body: string,
) => `<html xmlns:v="urn:schemas-microsoft-com:vml" xmlns:o="urn:schemas-microsoft-com:office:office" xmlns:w="urn:schemas-microsoft-com:office:word" xmlns="http://www.w3.org/TR/REC-html40">
<head><meta name="Generator" content="Microsoft Word 15 (filtered medium)">
<!--[if !mso]><style>v\\:* {behavior:url(#default#VML);}</style><![endif]-->
<style><!-- p.MsoNormal, li.MsoNormal {margin:0cm; font-size:11.0pt;} --></style></head>
<body lang="DE" link="#0563C1"><div class="WordSection1">
${body}
</div></body></html>`;
const p = (text: string) => `<p class="MsoNormal"><span lang="DE">${text}<o:p></o:p></span></p>`;
const gap = '<p class="MsoNormal"><o:p>&nbsp;</o:p></p>';

export const outlook: CorpusEntry[] = [
  {
    name: 'Outlook on a desk, in English',
    raw: crlf(
      answer(
        ada,
        `Message-ID: <AM0PR04MB1@AM0PR04MB1.eurprd04.prod.outlook.example>
Thread-Topic: An answer to your quote request
Thread-Index: AdmMd1
X-MS-Has-Attach:
X-Originating-IP: [203.0.113.9]
Content-Language: en-US
Content-Type: text/plain; charset="us-ascii"
Content-Transfer-Encoding: 7bit

Hello,

please send us the contract.

Kind regards
Ada Winter
Managing Director

${english}

${ours}`,
      ),
    ),
    expects: {
      text: 'Hello,\n\nplease send us the contract.\n\nKind regards\nAda Winter\nManaging Director',
      cut: ['Sent: Monday', 'we can begin in May'],
      automatic: null,
    },
  },
  {
    name: 'Outlook in German, with Word as HTML and a logo in the signature',
    raw: crlf(
      answer(
        ada,
        `Message-ID: <FR2P281MB1@FR2P281MB1.DEUP281.PROD.OUTLOOK.example>
Accept-Language: de-DE, en-US
Content-Type: multipart/related; boundary="_004_FR2"; type="multipart/alternative"

--_004_FR2
Content-Type: multipart/alternative; boundary="_000_FR2"

--_000_FR2
Content-Type: text/plain; charset="utf-8"
Content-Transfer-Encoding: base64

${Buffer.from(`Guten Tag,\r\n\r\ndas passt uns gut. Schicken Sie uns bitte den Vertrag.\r\n\r\nMit freundlichen Grüßen\r\nAda Winter\r\n\r\n[cid:image001.png@01DB8C4F.1A2B3C40]\r\n\r\n${german}\r\n\r\nWrite your answer above this line\r\n`).toString('base64')}
--_000_FR2
Content-Type: text/html; charset="utf-8"
Content-Transfer-Encoding: 8bit

${word(`${p('Guten Tag,')}${gap}${p('das passt uns gut.')}${gap}${p('Mit freundlichen Grüßen')}${p('Ada Winter')}${gap}${p('<img width="120" src="cid:image001.png@01DB8C4F.1A2B3C40">')}`)}
--_000_FR2--

--_004_FR2
Content-Type: image/png; name="image001.png"
Content-Description: image001.png
Content-Disposition: inline; filename="image001.png"; size=70
Content-ID: <image001.png@01DB8C4F.1A2B3C40>
Content-Transfer-Encoding: base64

${pixel}
--_004_FR2--
`,
      ),
    ),
    expects: {
      text: 'Guten Tag,\n\ndas passt uns gut. Schicken Sie uns bitte den Vertrag.\n\nMit freundlichen Grüßen\nAda Winter',
      cut: ['Gesendet: Montag'],
      attachments: ['image001.png signature'],
    },
  },
  {
    name: 'Outlook with HTML alone, in German',
    raw: crlf(
      answer(
        ada,
        `Message-ID: <000001db8c1f@client.example>
X-Mailer: Microsoft Outlook 16.0
Content-Type: text/html; charset="utf-8"
Content-Transfer-Encoding: 8bit

${word(`${p('Hallo,')}${gap}${p('die Farben sind schön, das Blau ist mir zu dunkel.')}${p('Alles andere kann so bleiben.')}${gap}${p('Ada')}${gap}
<div><div style="border:none;border-top:solid #E1E1E1 1.0pt;padding:3.0pt 0cm 0cm 0cm"><p class="MsoNormal"><b>Von:</b> Kestrel Digital &lt;${inbound}&gt; <br><b>Gesendet:</b> Montag, 3. März 2025 09:58<br><b>An:</b> Ada Winter<br><b>Betreff:</b> An answer to your quote request<o:p></o:p></p></div></div>${gap}${p('Write your answer above this line')}${p('Hello Ada,')}`)}
`,
      ),
    ),
    expects: {
      text: 'Hallo,\n\ndie Farben sind schön, das Blau ist mir zu dunkel.\nAlles andere kann so bleiben.\n\nAda',
      cut: ['Gesendet: Montag', 'Hello Ada,'],
    },
  },
  {
    name: 'Outlook in the browser',
    raw: crlf(
      answer(
        ada,
        `Message-ID: <DB9PR05MB@DB9PR05MB.eurprd05.prod.outlook.example>
Content-Type: text/html; charset="us-ascii"

<html><head><meta http-equiv="Content-Type" content="text/html; charset=us-ascii"><style type="text/css" style="display:none;"> P {margin-top:0;margin-bottom:0;} </style></head>
<body dir="ltr"><div class="elementToProof" style="font-family: Aptos">Could you call me tomorrow?</div><div class="elementToProof"><br></div>
<div id="Signature"><div>Ada Winter</div><div>+49 30 000000</div></div>
<div id="appendonsend"></div><hr style="display:inline-block;width:98%" tabindex="-1"><div id="divRplyFwdMsg" dir="ltr"><font face="Calibri"><b>From:</b> Kestrel Digital &lt;${inbound}&gt;<br><b>Sent:</b> Monday, March 3, 2025 9:58 AM<br><b>To:</b> Ada Winter &lt;ada@client.example&gt;<br><b>Subject:</b> An answer to your quote request</font><div>&nbsp;</div></div><div><p>Write your answer above this line</p></div></body></html>
`,
      ),
    ),
    expects: { text: 'Could you call me tomorrow?', cut: ['+49 30 000000', 'Sent: Monday'] },
  },
  {
    name: 'Outlook on a telephone',
    raw: crlf(
      answer(
        ada,
        `Message-ID: <VI1PR@VI1PR.eurprd.prod.outlook.example>
Content-Type: text/plain; charset="iso-8859-1"
Content-Transfer-Encoding: quoted-printable

Agreed.

Get Outlook for iOS<https://aka.ms/o0ukef>
________________________________
${english}

${ours}`,
      ),
    ),
    expects: { text: 'Agreed.', cut: ['Get Outlook', '________', 'Sent:'] },
  },
  {
    name: 'an old Outlook with its line of dashes',
    raw: crlf(
      answer(
        ada,
        `Message-ID: <001201c8@client.example>
X-Mailer: Microsoft Office Outlook 12.0
X-MimeOLE: Produced By Microsoft MimeOLE V6.00.2900.3350
Content-Type: text/plain; charset="us-ascii"

We agree with the price.

-----Original Message-----
From: Kestrel Digital [mailto:${inbound}]
Sent: Monday, March 03, 2025 9:58 AM
To: Ada Winter
Subject: An answer to your quote request

${ours}`,
      ),
    ),
    expects: { text: 'We agree with the price.', cut: ['-----Original Message-----'] },
  },
  {
    name: 'winmail.dat',
    raw: crlf(
      answer(
        ada,
        `Message-ID: <D1B2@client.example>
X-MS-TNEF-Correlator: <D1B2@client.example>
Content-Type: multipart/mixed; boundary="_002_TNEF"

--_002_TNEF
Content-Type: text/plain; charset="us-ascii"

The files are attached.

--_002_TNEF
Content-Disposition: attachment; filename="winmail.dat"
Content-Type: application/ms-tnef; name="winmail.dat"
Content-Transfer-Encoding: base64

eJ8+IgAAAAA=
--_002_TNEF--
`,
      ),
    ),
    expects: {
      text: 'The files are attached.',
      attachments: ['winmail.dat'],
      notes: ['Outlook has packed the attachments of this mail into winmail.dat.'],
    },
  },
  {
    name: 'a calendar invitation, which comes twice',
    raw: crlf(
      answer(
        ada,
        `Message-ID: <calendar-1@google.example>
Sender: Calendar <calendar-notification@google.example>
Content-Type: multipart/mixed; boundary="cal1"

--cal1
Content-Type: multipart/alternative; boundary="cal2"

--cal2
Content-Type: text/plain; charset="UTF-8"; format=flowed; delsp=yes

You have been invited to a meeting on 12 May.
--cal2
Content-Type: text/html; charset="UTF-8"

<p>You have been invited to a meeting on 12 May.</p>
--cal2
Content-Type: text/calendar; charset="UTF-8"; method=REQUEST

BEGIN:VCALENDAR
METHOD:REQUEST
END:VCALENDAR
--cal2--

--cal1
Content-Type: application/ics; name="invite.ics"
Content-Disposition: attachment; filename="invite.ics"
Content-Transfer-Encoding: base64

QkVHSU46VkNBTEVOREFSDQpFTkQ6VkNBTEVOREFSDQo=
--cal1--
`,
        'Invitation: Start @ Mon May 12, 2025',
      ),
    ),
    expects: {
      text: 'You have been invited to a meeting on 12 May.',
      attachments: ['invite.ics'],
    },
  },
  {
    name: 'an invitation of Exchange, as one of the texts',
    raw: crlf(
      answer(
        ada,
        `Message-ID: <meeting@outlook.example>
Content-Type: multipart/alternative; boundary="ex1"

--ex1
Content-Type: text/plain; charset="us-ascii"

Shall we meet?

--ex1
Content-Type: text/calendar; charset="utf-8"; method=REQUEST
Content-Transfer-Encoding: base64

QkVHSU46VkNBTEVOREFSDQpFTkQ6VkNBTEVOREFSDQo=
--ex1--
`,
      ),
    ),
    expects: { text: 'Shall we meet?', attachments: ['invite.ics'] },
  },
  {
    name: 'a table in HTML, with a document',
    raw: crlf(
      answer(
        ada,
        `Message-ID: <table@outlook.example>
Content-Type: multipart/mixed; boundary="tb1"

--tb1
Content-Type: text/html; charset="utf-8"

<p>Our pages:</p><table><tr><th>Page</th><th>Words</th></tr><tr><td>Home</td><td>200</td></tr></table><ul><li>one</li><li>two</li></ul><p>See <a href="https://client.example/old">the old site</a>, <a href="https://client.example">https://client.example</a> or <a href="javascript:alert(1)">this</a>.</p><img src="https://tracker.example/1.gif" alt="x">
--tb1
Content-Type: application/pdf
Content-Disposition: attachment;
	filename="=?UTF-8?B?w5xiZXJzaWNodC5wZGY=?="
Content-Transfer-Encoding: base64

${pdf}
--tb1--
`,
      ),
    ),
    expects: {
      text: 'Our pages:\n\nPage Words\nHome 200\n\n- one\n- two\n\nSee the old site (https://client.example/old), https://client.example or this.',
      attachments: ['Übersicht.pdf'],
    },
  },
];
