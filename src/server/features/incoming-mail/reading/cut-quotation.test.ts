import { describe, expect, it } from 'vitest';

import { answerAboveLine } from '~/contract/mail/incoming-mail';
import { cutQuotation, kindsOfLines } from './cut-quotation';

describe('cutQuotation', () => {
  it('returns what it has cut, in its order', () => {
    expect(
      cutQuotation(
        `Yes.\n\n-- \nAda\n\nOn 3 March 2025, Kestrel wrote:\n> ${answerAboveLine}\n> Hello`,
      ),
    ).toEqual({
      text: 'Yes.',
      rest: `-- \nAda\n\nOn 3 March 2025, Kestrel wrote:\n> ${answerAboveLine}\n> Hello`,
    });
  });

  it.each([
    ['of one line', 'Yes.'],
    ['that ends with a name', 'Yes.\n\nBest regards,\nAda'],
    ['that mentions what was written', 'As you wrote:\n\nthe price is high.'],
    ['that speaks of what was sent', 'Yes.\nSent with the courier yesterday.'],
    ['with rules between its parts', 'One\n\n----------\n\nTwo'],
    ['with a line of two dashes', 'Our prices:\n--\nA: 5\nB: 6'],
    [
      'with lines of two dashes between its parts',
      'Three points:\n\n--\nHome page: the picture is too dark.\n\n--\nPrices: the second plan is 49, not 45.\n\n--\nPlease publish on Monday.',
    ],
    ['that goes on below two dashes', 'The colors are fine.\n\n--\nPlease publish on Monday.'],
    ['with two lines that begin signatures', 'One\n\n-- \nTwo\n\n-- \nThree'],
    [
      'that goes on for long below two dashes',
      `Yes.\n\n-- \n${Array.from({ length: 13 }, (_, at) => `Point ${at}`).join('\n')}`,
    ],
    [
      'that tells of a mail, its date and its writer',
      'Hello,\nwe met on 3.3.2025 and Bo <bo@x.example> wrote this at 10:12:\n\nsome text\n\nbye',
    ],
    ['with labels', 'From: Berlin\nTo: Paris\n\nCan you do that?'],
    ['with a quotation between two answers', 'One\n> quoted\nTwo'],
  ])('leaves a text %s', (_, text) => {
    expect(cutQuotation(text)).toEqual({ text, rest: '' });
  });

  it.each(['-- \nAda\nClient Ltd.', '--\nAda Winter\n+44 20 7946 0000'])(
    'cuts the signature %j',
    (signature) => {
      expect(cutQuotation(`Yes.\n\n${signature}`)).toEqual({ text: 'Yes.', rest: signature });
    },
  );

  it.each([
    'Le lun. 3 mars 2025 à 09:58, Kestrel\nDigital <a@b.example> a écrit :\n\n> Salut',
    'Am Montag, 3. März 2025 um 09:58:12 MEZ hat Kestrel <a@b.example> Folgendes geschrieben:\n\nHallo',
    '*From:* Kestrel <a@b.example>\n*Sent:* Monday\n*To:* Ada\n*Subject:* x\n\nHello',
    '_______________________________\nDe : Kestrel\nEnvoyé : lundi\nÀ : Ada\nObjet : x\n\nSalut',
    'Kestrel <a@b.example> wrote:\n> Hello',
  ])('cuts %j', (quotation) => {
    expect(cutQuotation(`Yes.\nAda\n\n${quotation}`)).toEqual({
      text: 'Yes.\nAda',
      rest: quotation,
    });
  });

  it('shows everything where nothing else would be left', () => {
    for (const text of ['> Hello', '-- \nAda', answerAboveLine, 'Sent from my iPhone', ''])
      expect(cutQuotation(text)).toEqual({ text: text.trimEnd(), rest: '' });
  });

  it('cuts a long remark from what was sent on', () => {
    const forwarded = '---------- Forwarded message ---------\nFrom: Bo\n\nHello';
    expect(cutQuotation(`See below.\n\n${forwarded}`).rest).toBe('');
    const remark = 'A long remark. '.repeat(30).trim();
    expect(cutQuotation(`${remark}\n\n${forwarded}`)).toEqual({ text: remark, rest: forwarded });
  });

  it('tells an answer below a quotation and its signature', () => {
    expect(
      kindsOfLines(['On 3 March 2025, Bo wrote:', '> Hello', '', 'Yes', '', '-- ', 'Ada']),
    ).toEqual([
      'quotation',
      'quotation',
      'quotation',
      'text',
      'signature',
      'signature',
      'signature',
    ]);
  });

  it.each([
    '>',
    ' ',
    '-',
    '_',
    ':',
    '<',
    'On ',
    'wrote: ',
    'From: ',
    '##-',
    'a@b.example ',
    '2025 ',
    'Sent from my ',
    '>\n',
    '\n',
    '-- \n',
    ':\n',
    'On 2025 wrote:\n',
    'From: a\nSent: b\n',
    `${answerAboveLine}\n`,
    'a\n> b\n',
    `a\n${answerAboveLine}\n`,
    '________________________________\n',
    '-----Original Message\n',
  ])('takes no longer for two megabytes of %j', (text) => {
    const long = `First\n${text.repeat(2_000_000 / text.length)}`;
    expect(cutQuotation(long).text).toMatch(/^First/);
  });
});
