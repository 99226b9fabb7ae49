import { ada, answer, type CorpusEntry, crlf, inbound, pdf, quoted } from './entry';

/** Texts whose lines are not UTF-8. */
const latin = (text: string): Buffer => Buffer.from(text.replaceAll('\n', '\r\n'), 'latin1');

export const charsets: CorpusEntry[] = [
  {
    name: 'ISO-2022-JP as it is sent',
    raw: latin(
      answer(
        '=?ISO-2022-JP?B?GyRCJCpKVjt2GyhC?= <ada@client.example>',
        `Message-ID: <jp@client.example>
Content-Type: text/plain; charset="ISO-2022-JP"
Content-Transfer-Encoding: 7bit

5\x1b$B7n$GBg>fIW$G$9!#\x1b(B
`,
        'Re: =?ISO-2022-JP?B?GyRCJCpKVjt2GyhC?=',
      ),
    ),
    expects: {
      text: '5月で大丈夫です。',
      subject: 'Re: お返事',
      from: { name: 'お返事', address: 'ada@client.example' },
    },
  },
  {
    name: 'Shift-JIS by a name of its own',
    raw: crlf(
      answer(
        ada,
        `Message-ID: <sjis@client.example>
Content-Type: text/plain; charset=cp932
Content-Transfer-Encoding: base64

l7mJ8IK1gtyCtYK9gUI=
`,
      ),
    ),
    expects: { text: '了解しました。' },
  },
  {
    name: 'Windows-1252 in eight bits',
    raw: Buffer.concat([
      latin(
        answer(
          ada,
          `Message-ID: <win@client.example>
Content-Type: text/plain; charset=Windows-1252
Content-Transfer-Encoding: 8bit

`,
          '=?windows-1252?Q?Preis_=96_5_=80?=',
        ),
      ),
      Buffer.from([0x93, 0x44, 0x61, 0xdf, 0x94, 0x20, 0x96, 0x20, 0x35, 0x20, 0x80]),
    ]),
    expects: { text: '“Daß” – 5 €', subject: 'Preis – 5 €' },
  },
  {
    name: 'Windows-1252 that calls itself UTF-8, in subject and text',
    raw: latin(
      answer(
        'J\xf6rg <joerg@client.example>',
        `Message-ID: <wrong@client.example>
Content-Type: text/plain; charset=utf-8
Content-Transfer-Encoding: 8bit

Gr\xfc\xdfe aus M\xfcnchen
`,
        'R\xfcckfrage',
      ),
    ),
    expects: {
      text: 'Grüße aus München',
      subject: 'Rückfrage',
      from: { name: 'Jörg', address: 'joerg@client.example' },
    },
  },
  {
    name: 'UTF-8 that calls itself ASCII',
    raw: crlf(
      answer(
        ada,
        `Message-ID: <ascii@client.example>
Content-Type: text/plain; charset=us-ascii

Grüße
`,
      ),
    ),
    expects: { text: 'Grüße' },
  },
  {
    name: 'KOI8-R',
    raw: crlf(
      answer(
        ada,
        `Message-ID: <koi@client.example>
Content-Type: text/plain; charset=koi8-r
Content-Transfer-Encoding: base64

7cHKIM7BzSDQz8TIz8TJ1C4NCg0K8yDV18HWxc7Jxc0sDQrhzs7BDQo=
`,
        '=?koi8-r?B?79TXxdQ=?=',
      ),
    ),
    expects: { text: 'Май нам подходит.\n\nС уважением,\nАнна', subject: 'Ответ' },
  },
  {
    name: 'GB18030',
    raw: crlf(
      answer(
        '=?gb18030?B?zfW3vA==?= <wang@client.example>',
        `Message-ID: <tencent_1@qq.example>
X-Mailer: QQMail 2.x
Content-Type: text/plain; charset="gb18030"
Content-Transfer-Encoding: base64

zuXUwr/J0tSho87Sw8fPwtbcwarPtaGjDQo=
`,
      ),
    ),
    expects: {
      text: '五月可以。我们下周联系。',
      from: { name: '王芳', address: 'wang@client.example' },
    },
  },
  {
    name: 'an unknown charset',
    raw: crlf(
      answer(
        ada,
        `Message-ID: <unknown@client.example>
Content-Type: text/plain; charset="x-unheard-of"

Schöne Grüße
`,
      ),
    ),
    expects: { text: 'Schöne Grüße' },
  },
  {
    name: 'quoted-printable with soft line breaks within a character',
    raw: crlf(
      answer(
        ada,
        `Message-ID: <qp@client.example>
Content-Type: text/plain; charset=utf-8
Content-Transfer-Encoding: quoted-printable

We would like a page for each of our twelve shops, with their hours, th=
eir people and a map, and gr=C3=
=BC=C3=9Fe to all. 5 =3D 5, 100 = 100
`,
      ),
    ),
    expects: {
      text: 'We would like a page for each of our twelve shops, with their hours, their people and a map, and grüße to all. 5 = 5, 100 = 100',
    },
  },
  {
    name: 'base64 without line breaks, and bytes that are none of it',
    raw: crlf(
      answer(
        ada,
        `Message-ID: <b64@client.example>
Content-Type: text/plain; charset=utf-8
Content-Transfer-Encoding: BASE64

VGhhbmsg*!eW91Lg==
`,
      ),
    ),
    expects: { text: 'Thank you.' },
  },
  {
    name: 'flowed text whose added spaces are taken away (DelSp)',
    raw: crlf(
      answer(
        ada,
        `Message-ID: <delsp@client.example>
Content-Type: text/plain; charset=utf-8; format=flowed; delsp=yes

五月 
可以 
。

On 3 March 2025 at 09:58, Kestrel Digital <${inbound}> wrote:
${quoted('a line  \nthat goes on\n')}
`,
      ),
    ),
    expects: { text: '五月可以。', cut: ['> a line that goes on'] },
  },
  {
    name: 'file names by RFC 2231, by RFC 2047, and with brackets',
    raw: crlf(
      answer(
        ada,
        `Message-ID: <names@client.example>
Content-Type: multipart/mixed; boundary="----=_Part_1"

------=_Part_1
Content-Type: text/plain; charset=utf-8

Three files.
------=_Part_1
Content-Type: application/pdf;
 name*0*=utf-8''%C3%9Cbersicht%20;
 name*1*=der%20Seiten;
 name*2=.pdf
Content-Disposition: attachment;
 filename*0*=utf-8''%C3%9Cbersicht%20;
 filename*1*=der%20Seiten;
 filename*2=.pdf
Content-Transfer-Encoding: base64

${pdf}
------=_Part_1
Content-Type: application/pdf; name="=?iso-8859-1?Q?Pr=FCfung?= =?iso-8859-1?Q?_2.pdf?="
Content-Disposition: attachment
Content-Transfer-Encoding: base64

${pdf}
------=_Part_1
Content-Type: application/pdf
Content-Disposition: attachment; filename=Offer(1).pdf (a copy)
Content-Transfer-Encoding: base64

${pdf}
------=_Part_1--
`,
      ),
    ),
    expects: {
      text: 'Three files.',
      attachments: ['Übersicht der Seiten.pdf', 'Prüfung 2.pdf', 'Offer(1).pdf'],
    },
  },
];
