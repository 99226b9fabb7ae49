import { ada, answer, type CorpusEntry, crlf, inbound, ourId, ours, pdf, quoted } from './entry';

const thunderbird = `User-Agent: Mozilla Thunderbird`;
const wrote = `On 03.03.25 09:58, Kestrel Digital wrote:\n${quoted(ours)}`;

export const structures: CorpusEntry[] = [
  {
    name: 'signed with S/MIME',
    raw: crlf(
      answer(
        ada,
        `Message-ID: <smime@client.example>
Content-Type: multipart/signed; protocol="application/pkcs7-signature"; micalg=sha-256; boundary="------------ms0"

This is a cryptographically signed message in MIME format.

--------------ms0
Content-Type: text/plain; charset=UTF-8
Content-Transfer-Encoding: quoted-printable

Signed and agreed.

--------------ms0
Content-Type: application/pkcs7-signature; name="smime.p7s"
Content-Transfer-Encoding: base64
Content-Disposition: attachment; filename="smime.p7s"
Content-Description: S/MIME Cryptographic Signature

MIAGCSqGSIb3DQEHAqCA
--------------ms0--
`,
      ),
    ),
    expects: { text: 'Signed and agreed.', attachments: [], notes: [] },
  },
  {
    name: 'signed with PGP, with a key',
    raw: crlf(
      answer(
        ada,
        `Message-ID: <pgp@client.example>
${thunderbird}
Content-Type: multipart/signed; micalg=pgp-sha512; protocol="application/pgp-signature"; boundary="------------pg1"

This is an OpenPGP/MIME signed message (RFC 4880 and 3156)
--------------pg1
Content-Type: multipart/mixed; boundary="------------pg2"

--------------pg2
Content-Type: text/plain; charset=UTF-8; format=flowed

See you on Monday.

${wrote}
--------------pg2
Content-Type: application/pgp-keys; name="OpenPGP_0x1.asc"
Content-Disposition: attachment; filename="OpenPGP_0x1.asc"

-----BEGIN PGP PUBLIC KEY BLOCK-----
--------------pg2--

--------------pg1
Content-Type: application/pgp-signature; name="OpenPGP_signature.asc"
Content-Disposition: attachment; filename="OpenPGP_signature.asc"

-----BEGIN PGP SIGNATURE-----
--------------pg1--
`,
      ),
    ),
    expects: { text: 'See you on Monday.', cut: ['Hello Ada'], attachments: [] },
  },
  {
    name: 'signed with PGP within its text',
    raw: crlf(
      answer(
        ada,
        `Message-ID: <inline@client.example>
Content-Type: text/plain; charset=utf-8

-----BEGIN PGP SIGNED MESSAGE-----
Hash: SHA256

We agree:
- - the price
- - the date
-----BEGIN PGP SIGNATURE-----

iQEzBAEBCAAd
-----END PGP SIGNATURE-----
`,
      ),
    ),
    expects: { text: 'We agree:\n- the price\n- the date' },
  },
  {
    name: 'encrypted with PGP',
    raw: crlf(
      answer(
        ada,
        `Message-ID: <enc@client.example>
Content-Type: multipart/encrypted; protocol="application/pgp-encrypted"; boundary="enc1"

This is an OpenPGP/MIME encrypted message (RFC 4880 and 3156)
--enc1
Content-Type: application/pgp-encrypted
Content-Description: PGP/MIME version identification

Version: 1

--enc1
Content-Type: application/octet-stream; name="encrypted.asc"
Content-Disposition: inline; filename="encrypted.asc"

-----BEGIN PGP MESSAGE-----
--enc1--
`,
      ),
    ),
    expects: {
      text: '',
      attachments: ['encrypted.asc'],
      notes: ['This mail is encrypted with PGP and cannot be read here.'],
    },
  },
  {
    name: 'encrypted with S/MIME',
    raw: crlf(
      answer(
        ada,
        `Message-ID: <p7m@client.example>
Content-Type: application/pkcs7-mime; smime-type=enveloped-data; name="smime.p7m"
Content-Transfer-Encoding: base64
Content-Disposition: attachment; filename="smime.p7m"

MIAGCSqGSIb3DQEHA6CA
`,
      ),
    ),
    expects: {
      text: '',
      attachments: ['smime.p7m'],
      notes: ['This mail is encrypted with S/MIME and cannot be read here.'],
    },
  },
  {
    name: 'a plain text that tells of the HTML alone',
    raw: crlf(
      answer(
        ada,
        `Message-ID: <requires@client.example>
Content-Type: multipart/alternative; boundary=alt

--alt
Content-Type: text/plain

This message requires HTML.
--alt
Content-Type: text/html; charset=utf-8

<body><h2>Our answer</h2><p>Yes,&nbsp;please &amp; thank you</p></body>
--alt--
`,
      ),
    ),
    expects: { text: 'Our answer\n\nYes, please & thank you' },
  },
  {
    name: 'an empty plain text beside HTML',
    raw: crlf(
      answer(
        ada,
        `Message-ID: <blank@client.example>
Content-Type: multipart/alternative; boundary=alt

--alt
Content-Type: text/plain; charset=utf-8

  

--alt
Content-Type: text/html; charset=utf-8

<div>Only here</div>
--alt--
`,
      ),
    ),
    expects: { text: 'Only here' },
  },
  {
    name: 'a file without a word',
    raw: crlf(
      answer(
        ada,
        `Message-ID: <empty@client.example>
Content-Type: multipart/mixed; boundary=mix

--mix
Content-Type: text/plain; charset=utf-8


--mix
Content-Type: application/pdf; name="contract signed.pdf"
Content-Disposition: attachment; filename="contract signed.pdf"
Content-Transfer-Encoding: base64

${pdf}
--mix--
`,
      ),
    ),
    expects: { text: '', attachments: ['contract signed.pdf'] },
  },
  {
    name: 'a mail that was sent on, with a remark',
    raw: crlf(
      answer(
        ada,
        `Message-ID: <fwd@client.example>
Content-Type: text/plain; charset=utf-8

For your information.

---------- Forwarded message ---------
From: Bo Summer <bo@client.example>
Date: Mon, Mar 3, 2025 at 8:01 AM
Subject: The logo
To: Ada Winter <ada@client.example>


It is in the folder "Brand".
`,
        'Fwd: The logo',
      ),
    ),
    expects: {
      text: `For your information.

---------- Forwarded message ---------
From: Bo Summer <bo@client.example>
Date: Mon, Mar 3, 2025 at 8:01 AM
Subject: The logo
To: Ada Winter <ada@client.example>

It is in the folder "Brand".`,
    },
  },
  {
    name: 'a mail that Outlook has sent on',
    raw: crlf(
      answer(
        ada,
        `Message-ID: <wg@client.example>
Content-Type: text/plain; charset=utf-8

Zur Kenntnis

Von: Bo Summer <bo@client.example>
Gesendet: Montag, 3. März 2025 08:01
An: Ada Winter <ada@client.example>
Betreff: Das Logo

Es liegt im Ordner.
`,
        'WG: Das Logo',
      ),
    ),
    expects: {
      text: 'Zur Kenntnis\n\nVon: Bo Summer <bo@client.example>\nGesendet: Montag, 3. März 2025 08:01\nAn: Ada Winter <ada@client.example>\nBetreff: Das Logo\n\nEs liegt im Ordner.',
    },
  },
  {
    name: 'a mail that Apple Mail has sent on',
    raw: crlf(
      answer(
        ada,
        `Message-ID: <apple-fwd@client.example>
Content-Type: text/plain; charset=utf-8



> Begin forwarded message:
> 
> From: Bo Summer <bo@client.example>
> Subject: The logo
> 
> It is here.
`,
        'Fwd: The logo',
      ),
    ),
    expects: {
      text: '> Begin forwarded message:\n>\n> From: Bo Summer <bo@client.example>\n> Subject: The logo\n>\n> It is here.',
    },
  },
  {
    name: 'an attached mail',
    raw: crlf(
      answer(
        ada,
        `Message-ID: <attached@client.example>
Content-Type: multipart/mixed; boundary=outer

--outer
Content-Type: text/plain; charset=utf-8

See the attached mail.
--outer
Content-Type: message/rfc822
Content-Disposition: attachment

From: Bo Summer <bo@client.example>
Subject: =?utf-8?Q?Pl=C3=A4ne?= 1/2
Content-Type: multipart/mixed; boundary=inner

--inner
Content-Type: text/plain

Not of this mail.
--inner--

--outer--
`,
      ),
    ),
    expects: { text: 'See the attached mail.', attachments: ['Pläne 1-2.eml'] },
  },
  {
    name: 'neither sender nor id nor date',
    raw: crlf(`To: ${inbound}
Content-Type: text/plain

Who am I?
`),
    expects: {
      text: 'Who am I?',
      from: { name: '', address: '' },
      messageId: '',
      references: [],
      subject: '',
      sentAt: null,
      authentication: 'none',
    },
  },
  {
    name: 'headers that come twice',
    raw: crlf(`Authentication-Results: mx.agency.example; dmarc=fail header.from=client.example
Authentication-Results: mx.agency.example; dmarc=pass header.from=client.example
From: Ada <ada@client.example>
From: Mallory <mallory@other.example>
Subject: First
Subject: Second
Message-ID: <first@client.example>
Message-ID: <second@client.example>
To: One <ONE@agency.example>, "Two, too" <two@agency.example>
To: three@agency.example
Cc: Team: four@agency.example, five@agency.example;
X-Original-To: six@agency.example
Envelope-To: seven@agency.example
Date: Mon, 03 Mar 2025 10:15:00 GMT (a comment)
References: <a@b.example>
	<${ourId}>
Content-Type: text/plain

Hello
`),
    expects: {
      text: 'Hello',
      from: { name: 'Ada', address: '' },
      subject: 'First',
      messageId: 'first@client.example',
      references: [ourId, 'a@b.example'],
      sentAt: '2025-03-03T10:15:00.000Z',
      authentication: 'fail',
      recipients: [
        'six@agency.example',
        'seven@agency.example',
        'one@agency.example',
        'two@agency.example',
        'three@agency.example',
        'four@agency.example',
        'five@agency.example',
      ],
    },
  },
];
