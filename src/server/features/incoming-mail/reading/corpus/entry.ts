import type { ReadMail } from '~/server/features/incoming-mail/reading/read-mail';

export interface CorpusEntry {
  name: string;
  raw: Uint8Array;
  expects: Partial<Omit<ReadMail, 'attachments'>> & {
    text: string;
    /** In the full text, and not in the text. */
    cut?: string[];
    /** Name, and where an inline picture stands. */
    attachments?: string[];
  };
}

/** Lines of mails end with CR and LF. */
export const crlf = (text: string): Buffer => Buffer.from(text.replaceAll('\n', '\r\n'));

export const inbound = 'hello+k7m2q9x4t8w3h6p1@agency.example';
export const ourId = 'quote-17.3@agency.example';

/** What the client has received, as text. */
export const ours = `Write your answer above this line

Kestrel Digital: An answer to your quote request

Hello Ada,

we can begin in May. Would that suit you?

https://agency.example/quotes/17
`;

export const quoted = (text: string, mark = '> '): string =>
  text
    .trimEnd()
    .split('\n')
    .map((line) => (line === '' ? mark.trimEnd() : mark + line))
    .join('\n');

/** What every receiving server and every program writes above an answer to our mail. */
export const answer = (
  from: string,
  more = '',
  subject = 'Re: An answer to your quote request',
) => {
  const address = /<(.+)>/.exec(from)?.[1] ?? from;
  return `Return-Path: <${address}>
Delivered-To: ${inbound}
Received: from mail.client.example (mail.client.example [203.0.113.9])
	by mx.agency.example (Postfix) with ESMTPS id 4ZD2Kx1
	for <${inbound}>; Mon,  3 Mar 2025 10:15:04 +0100 (CET)
Authentication-Results: mx.agency.example; dkim=pass header.d=client.example
	header.i=@client.example; spf=pass smtp.mailfrom=${address}; dmarc=pass
	(p=reject) header.from=client.example
MIME-Version: 1.0
From: ${from}
To: Kestrel Digital <${inbound}>
Subject: ${subject}
Date: Mon, 3 Mar 2025 10:15:00 +0100
In-Reply-To: <${ourId}>
References: <quote-17.1@agency.example> <${ourId}>
${more}`;
};

export const ada = 'Ada Winter <ada@client.example>';

/** A PNG of one transparent pixel. */
export const pixel =
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==';

/** A PDF that holds nothing. */
export const pdf = 'JVBERi0xLjQKJSVFT0YK';
