import { describe, expect, it } from 'vitest';

import { answerAboveLine } from '~/contract/mail/incoming-mail';
import { cutQuotation, kindsOfLines } from './cut-quotation';

describe('cutQuotation', () => {
  it('returns the hidden text, in its order', () => {
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
    ['that mentions what was sent', 'Yes.\nSent with the courier yesterday.'],
    ['with rules between its parts', 'One\n\n----------\n\nTwo'],
    ['with a line of two dashes', 'Our prices:\n--\nA: 5\nB: 6'],
    [
      'with lines of two dashes between its parts',
      'Three points:\n\n--\nHome page: the picture is too dark.\n\n--\nPrices: the second plan is 49, not 45.\n\n--\nPlease publish on Monday.',
    ],
    ['that continues below two dashes', 'The colors are fine.\n\n--\nPlease publish on Monday.'],
    ['with two lines that begin signatures', 'One\n\n-- \nTwo\n\n-- \nThree'],
    [
      'that continues for many lines below two dashes',
      `Yes.\n\n-- \n${Array.from({ length: 13 }, (_, at) => `Point ${at}`).join('\n')}`,
    ],
    [
      'that mentions an email, its date and its author',
      'Hello,\nwe met on 3.3.2025 and Bo <bo@x.example> wrote this at 10:12:\n\nsome text\n\nbye',
    ],
    ['with labels', 'From: Berlin\nTo: Paris\n\nCan you do that?'],
    [
      'with the labels of a header block',
      'Dates:\nFrom: Monday 3.3.2025\nTo: Friday\nSubject: holiday\nplease plan so.',
    ],
    [
      'with the labels of a header block and a day',
      'Trip:\nDate: 3.3.2025\nFrom: Berlin\nTo: Paris\nPlease book it.',
    ],
    ['with a postscript below a program line', 'Yes\nSent from my iPhone\nPS: option B'],
    ['with a sentence below a program line', 'Yes\nSent from my iPhone\n\nPlease use option B!'],
    [
      'with a line of words below a program line',
      'Yes\nSent from my iPhone\n\nplease call me about the logo tomorrow',
    ],
    [
      'with a sentence below a signature',
      'Hi\n-- \nAda\nTel 123\n\nOne more thing: the invoice must name PO 4711.',
    ],
    ['with a Japanese sentence below a signature', 'Hi\n-- \nAda\n\n請求書も送ってください。'],
    [
      'with a long line below a signature',
      `Hi\n-- \nAda\n\n${'Orders Name Numbers '.repeat(8).trim()}`,
    ],
    ['that mentions a phone in Chinese', '好的。\n我的手机坏了'],
    ['that mentions sending in Arabic', 'نعم\nأرسلت من أجل الفاتورة'],
    ['with quoted text between two answers', 'One\n> quoted\nTwo'],
  ])('keeps a text %s', (_, text) => {
    expect(cutQuotation(text)).toEqual({ text, rest: '' });
  });

  it.each([
    '-- \nAda\nClient Ltd.',
    '--\nAda Winter\n+44 20 7946 0000',
    `-- \nAda\n${'Client GmbH | Musterstr. 1 | 10115 Berlin | '.repeat(3)}HRB 1234`,
    'Sent from my iPhone\nAda Winter, Head of Sales\nPlease excuse any typos.',
  ])('cuts the signature %j', (signature) => {
    expect(cutQuotation(`Yes.\n\n${signature}`)).toEqual({ text: 'Yes.', rest: signature });
  });

  it.each([
    'Le lun. 3 mars 2025 à 09:58, Kestrel\nDigital <a@b.example> a écrit :\n\n> Salut',
    'Am Montag, 3. März 2025 um 09:58:12 MEZ hat Kestrel <a@b.example> Folgendes geschrieben:\n\nHallo',
    '*From:* Kestrel <a@b.example>\n*Sent:* Monday\n*To:* Ada\n*Subject:* x\n\nHello',
    '_______________________________\nDe : Kestrel\nEnvoyé : lundi 3 mars 2025 09:58\nÀ : Ada\nObjet : x\n\nSalut',
    'Từ: Kestrel <a@b.example>\nĐã gửi: 3/3/2025 09:58\nTới: Ada\nChủ đề: x\n\nOffer',
    'Dari: Kestrel <a@b.example>\nDikirim: 3 Maret 2025 09:58\nKepada: Ada\nSubjek: x\n\nOffer',
    'จาก: Kestrel <a@b.example>\nส่ง: 3 มีนาคม 2568 09:58\nถึง: Ada\nเรื่อง: x\n\nOffer',
    'Kestrel <a@b.example> wrote:\n> Hello',
  ])('hides %j', (quotation) => {
    expect(cutQuotation(`Yes.\nAda\n\n${quotation}`)).toEqual({
      text: 'Yes.\nAda',
      rest: quotation,
    });
  });

  it.each([
    'Kestrel <k@agency.example> 于2025年3月3日周一 09:58写道：',
    'po 3. 3. 2025 v 9:58 odesílatel Kestrel <k@agency.example> napsal:',
    'Den man. 3. mar. 2025 kl. 09.58 skrev Kestrel <k@agency.example>:',
    'Op ma 3 mrt 2025 om 09:58 schreef Kestrel <k@agency.example>:',
    'ma 3. maalisk. 2025 klo 9.58 Kestrel (k@agency.example)\nkirjoitti:',
    'Le lun. 3 mars 2025 à 09:58, Kestrel <k@agency.example> a\nécrit :',
    'Am Mo., 3. März 2025 um 09:58 Uhr schrieb Kestrel <\nk@agency.example>:',
    'Kestrel <k@agency.example> schrieb am Mo., 3. März 2025, 09:58:',
    'Kestrel <k@agency.example> ezt írta (időpont: 2025. márc.\n3., H, 9:58):',
    'Il giorno lun 3 mar 2025 alle ore 09:58 Kestrel <k@agency.example>\nha scritto:',
    '2025年3月3日(月) 9:58 Kestrel <k@agency.example>:',
    '2025년 3월 3일 (월) 오전 9:58, Kestrel <k@agency.example>님이 작성:',
    'man. 3. mars 2025 kl. 09:58 skrev Kestrel <k@agency.example>:',
    'W dniu 3.03.2025 o 09:58, Kestrel pisze:',
    'pon., 3 mar 2025 o 09:58 Kestrel <k@agency.example> napisał(a):',
    'Em seg., 3 de mar. de 2025 às 09:58, Kestrel <k@agency.example>\nescreveu:',
    'пн, 3 мар. 2025 г. в 09:58, Kestrel <k@agency.example>:',
    'เมื่อ จ. 3 มี.ค. 2568 เวลา 9:58 Kestrel <k@agency.example> เขียนว่า:',
    'सोम, 3 मार्च 2025 को 9:58 am बजे को Kestrel <k@agency.example> ने लिखा:',
    'El lun, 3 mar 2025 a las 9:58, Kestrel (<k@agency.example>)\nescribió:',
    'Den mån 3 mars 2025 kl 09:58 skrev Kestrel <k@agency.example>:',
    'Kestrel <k@agency.example>, 3 Mar 2025 Pzt, 09:58 tarihinde\nşunu yazdı:',
    'пн, 3 бер. 2025 р. о 09:58 Kestrel <k@agency.example> пише:',
  ])('hides quoted text below %j', (introduction) => {
    const quotation = `${introduction}\n\n> Hello`;
    expect(cutQuotation(`Ok.\n\nAda\n\n${quotation}`)).toEqual({
      text: 'Ok.\n\nAda',
      rest: quotation,
    });
  });

  it.each([
    '从我的iPhone发送',
    'Odesláno z iPhonu',
    'Sendt fra min iPhone',
    'Verstuurd vanaf mijn iPhone',
    'Lähetetty iPhonesta',
    'Envoyé de mon iPhone',
    'Diese Nachricht wurde von meinem Android-Gerät mit K-9 Mail gesendet.',
    'Inviato da iPhone',
    'iPhoneから送信',
    'Wysłane z iPhone’a',
    'Enviado do meu iPhone',
    'Отправлено с iPhone',
    'Enviado desde mi iPhone',
    'Skickat från min iPhone',
    'أُرسلت من الـ iPhone',
    'تم الإرسال من هاتفي Samsung Galaxy',
    'ارسال شده از iPhone من',
    '发自我的华为手机',
    '發自我的 iPhone',
    '從我的 iPhone 傳送',
    '来自我的小米手机',
    '发送自 Windows 版邮件',
    '发自手机QQ邮箱',
    'נשלח מה-iPhone שלי',
    'ส่งจาก iPhone ของฉัน',
    '나의 Galaxy에서 보냄',
    'iPhone’umdan gönderildi',
    'Galaxyから送信',
    'Đã gửi từ iPhone của tôi',
    'Elküldve az iPhone-omról',
    'Trimis de pe iPhone-ul meu',
    'Στάλθηκε από το iPhone μου',
  ])('hides the line of a mail program %j', (line) => {
    expect(cutQuotation(`Ok.\n\nAda\n\n${line}\n\n> Hello`).text).toBe('Ok.\n\nAda');
  });

  it('shows everything if nothing else would be left', () => {
    for (const text of ['> Hello', '-- \nAda', answerAboveLine, 'Sent from my iPhone', ''])
      expect(cutQuotation(text)).toEqual({ text: text.trimEnd(), rest: '' });
  });

  it('separates a long remark from a forwarded email', () => {
    const forwarded = '---------- Forwarded message ---------\nFrom: Bo\n\nHello';
    expect(cutQuotation(`See below.\n\n${forwarded}`).rest).toBe('');
    const remark = 'A long remark. '.repeat(30).trim();
    expect(cutQuotation(`${remark}\n\n${forwarded}`)).toEqual({ text: remark, rest: forwarded });
  });

  it('recognizes an answer below quoted text and its signature', () => {
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
  ])('reads half a megabyte of %j without a slow regular expression', (text) => {
    const long = `First\n${text.repeat(500_000 / text.length)}`;
    expect(cutQuotation(long).text).toMatch(/^First/);
  });
});
