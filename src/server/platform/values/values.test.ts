import fc from 'fast-check';
import iconv from 'iconv-lite';
import { describe, expect, it, vi } from 'vitest';

import { chooseValue, decimalEvidence, readWritten } from '~/contract/values/numbers';
import { amountCurrency, isPartOfUnit } from './amount-currency';
import { readBoolean } from './booleans';
import { currenciesOf } from './currencies';
import { dayOf, orderEvidence, readWrittenDate } from './dates';
import { decodeAs, decodeText, encodingChoices } from './encodings';

/** Returns the values of a column of amounts as text. */
function amounts(column: string[], decimals = 2): (string | undefined)[] {
  const { sign } = decimalEvidence(column, decimals);
  return column.map((text) => {
    const number = readWritten(text);
    const read = number && chooseValue(number, sign, decimals);
    if (!number || !read) return undefined;
    if ('candidates' in read) return `? ${read.candidates.join(' or ')}`;
    return `${number.isNegative ? '-' : ''}${read.value}${number.mark ? ` ${number.mark}` : ''}`;
  });
}

describe('a number', () => {
  it.each([
    ['1.234,56 €', '1234.56'],
    ['1.234.567,8', '1234567.8'],
    ["1'234.50", '1234.50'],
    ['CHF 1’250.–', '1250'],
    ['5,-', '5'],
    ['-12,00', '-12.00'],
    ['12,00-', '-12.00'],
    ['−12,00', '-12.00'],
    ['(12.00)', '-12.00'],
    ['($12.00)', '-12.00'],
    ['+5 EUR', '5'],
    ['₹1,23,456.00', '123456.00'],
    ['₹ 12,34,567', '1234567'],
    ['R$ 1.428,00', '1428.00'],
    ['kr 1 428,00', '1428.00'],
    ['1\u202f428,00 kr.', '1428.00'],
    ['38.20 DR', '38.20 debit'],
    ['Cr. 38.20', '38.20 credit'],
    ['1.428,00 H', '1428.00 credit'],
    ['٣٤٫٥', '34.5'],
    ['.50', '0.50'],
    ['0012', '12'],
    ['Rs.500.00', '500.00'],
    ['B/.50', '50'],
    ['S/.1,428.50', '1428.50'],
    ['रु.500', '500'],
    ['Rs. 1428/-', '1428'],
    ['1428:-', '1428'],
    ['▲3,800', '-3800'],
    ['△3,800円', '-3800'],
    ['38.20 (Dr)', '38.20 debit'],
    ['38.20 [Dr]', '38.20 debit'],
    ['38,20 (-)', '-38.20'],
    ['1.428,00 (+)', '1428.00'],
    ['1,428.00(Cr.)', '1428.00 credit'],
    ["'1428.00", '1428.00'],
    ['1000/=', '1000'],
    ['1.2.3', undefined],
    ['12,50.00', undefined],
    ['(5', undefined],
    ['--5', undefined],
    ['-(5)', undefined],
    ['5 CR DR', undefined],
    ['1e3', undefined],
    ['04.11.2026', undefined],
    ['', undefined],
    ['€', undefined],
  ])('%s is read as %s', (text, value) => {
    expect(amounts([text])).toEqual([value]);
  });

  it.each([
    [
      'thousands without other evidence',
      ['12,500', '3,000', '-4,800'],
      2,
      ['12500', '3000', '-4800'],
    ],
    ['decimals if the column shows it', ['12,500', '1,75'], 2, ['12.500', '1.75']],
    [
      'decimals if the other sign groups thousands',
      ['12,500', '1.234.567'],
      2,
      ['12.500', '1234567'],
    ],
    ['thousands beside decimals with the other sign', ['1.250', '1250,50'], 2, ['1250', '1250.50']],
    [
      'thousands in a currency without decimals',
      ['1.00', '2,00', '¥4,800'],
      0,
      ['1.00', '2.00', '4800'],
    ],
    ['ambiguous in a currency with three decimals', ['12,345'], 3, ['? 12345 or 12.345']],
    [
      'ambiguous if both signs could be either',
      ['12,500', '3.250'],
      2,
      ['? 12500 or 12.500', '? 3.250 or 3250'],
    ],
    [
      'ambiguous if the column uses both signs',
      ['1,50', '1.50', '2.500'],
      2,
      ['1.50', '1.50', '? 2.500 or 2500'],
    ],
  ])('with three digits after its separator is read as %s', (_, column, decimals, values) => {
    expect(amounts(column, decimals)).toEqual(values);
  });

  it.each(['en-US', 'de-DE', 'fr-FR', 'de-CH', 'en-IN', 'pl-PL'])(
    'has the same value in every column of the locale %s',
    (language) => {
      const currency =
        { 'en-US': 'USD', 'de-CH': 'CHF', 'en-IN': 'INR', 'pl-PL': 'PLN' }[language] ?? 'EUR';
      const format = new Intl.NumberFormat(language, { style: 'currency', currency });
      const cents = fc.integer({ min: -99_999_999_999, max: 99_999_999_999 });
      fc.assert(
        fc.property(fc.array(cents, { minLength: 1, maxLength: 5 }), (column) => {
          const texts = column.map((one) => format.format(one / 100));
          expect(amounts(texts)).toEqual(column.map((one) => (one / 100).toFixed(2)));
          for (const text of texts) {
            expect(readWritten(text)?.units.map(currenciesOf)).toEqual([
              expect.arrayContaining([currency]),
            ]);
          }
        }),
      );
    },
  );
});

it.each([
  ['₹', ['INR']],
  ['R$', ['BRL']],
  ['kr.', ['DKK', 'ISK', 'NOK', 'SEK']],
  ['¥', ['CNY', 'JPY']],
  ['zł', ['PLN']],
  ['chf', ['CHF']],
  ['pcs', []],
  ['円', ['JPY']],
  ['원', ['KRW']],
  ['人民币', ['CNY']],
  ['元', ['CNY', 'TWD']],
  ['บาท', ['THB']],
  ['đồng', ['VND']],
  ['ש״ח', ['ILS']],
  ['دينار', ['BHD', 'DZD', 'IQD', 'JOD', 'KWD', 'LYD', 'MKD', 'RSD', 'TND']],
  ['рублей', ['RUB']],
  ['гривень', ['UAH']],
  ['лева', ['BGN']],
  ['złotych', ['PLN']],
  ['korun', ['CZK']],
  ['forint', ['HUF']],
  ['kronor', ['SEK']],
  ['Dirhams', ['AED', 'MAD']],
  ['FCFA', ['XAF', 'XOF']],
  ['K.D.', ['KWD']],
  ['DT', ['TND']],
  ['European', []],
  ['real', []],
  ['sum', []],
  ['сума', []],
])('the unit %s can be %j', (unit, codes) => {
  expect(currenciesOf(unit).sort()).toEqual(codes);
});

describe('the currency of an amount', () => {
  const currencyOf = (text: string, own: string) =>
    amountCurrency(readWritten(text)?.units ?? [], [], own);

  it.each<readonly [string, string]>([
    ['1428 р.', 'RUB'],
    ['Р 1428', 'RUB'],
    ['1428 р', 'BYN'],
    ...['Br 1428', '1428 руб'].map((text) => [text, 'BYN'] as const),
    ...['ZMW', 'PGK', 'MMK', 'MWK'].map((code) => ['K 1428', code] as const),
    ...['BWP', 'PHP'].map((code) => ['P1,428', code] as const),
    ...['MVR', 'RWF'].map((code) => ['Rf 1428', code] as const),
    ...['XOF', 'XAF', 'DJF', 'GNF', 'CHF'].map((code) => ['Fr. 1428', code] as const),
    ...['RON', 'MDL', 'HNL', 'ALL'].map((code) => ['1428,00 L', code] as const),
    ...['USD', 'MXN', 'CLP', 'CAD'].map((code) => ['$1428', code] as const),
    ...['GBP', 'EGP', 'LBP', 'FKP', 'SSP'].map((code) => ['£1428', code] as const),
    ['1428 kr', 'ISK'],
    ['VNĐ 1428', 'VND'],
    ['1428đ', 'VND'],
    ['1428 Đ', 'VND'],
    ['Br 1428', 'ETB'],
    ['RD$ 1428', 'DOP'],
    ['J$1428', 'JMD'],
    ['LE 1428', 'EGP'],
    ['1428 L.E.', 'EGP'],
    ['₵1428', 'GHS'],
    ...['TZS', 'KES', 'UGX', 'SOS'].map((code) => ['Shs 1428', code] as const),
    ['Sh. 1428', 'TZS'],
    ["1428 so'm", 'UZS'],
    ['1428 soʻm', 'UZS'],
    ['1428 сум', 'UZS'],
    ['1428 сўм', 'UZS'],
    ['1428 с.', 'TJS'],
    ['1428 с', 'KGS'],
    ['B/. 1428', 'PAB'],
    ['रु 1428', 'NPR'],
    ['रू. 1428', 'INR'],
    ['රු 1428', 'LKR'],
    ['1428圓', 'TWD'],
    ['NT 1428', 'TWD'],
    ['1428 MT', 'MZN'],
    ['$U 1428', 'UYU'],
    ['Bds$1428', 'BBD'],
    ['ƒ1428', 'AWG'],
    ['Le 1428', 'SLE'],
    ['N1,428', 'NGN'],
    ['Nu. 1428', 'BTN'],
    ['\u20c1 1428', 'SAR'],
    ['Q1428', 'GTQ'],
    ['Lps. 1428', 'HNL'],
    ['D1428', 'GMD'],
    ['$1428 M.N.', 'MXN'],
    ['1428 e', 'EUR'],
  ])('%s is in %s for a business in the country of that currency', (text, own) => {
    const number = readWritten(text);
    const letter = text.replaceAll(/[^\p{L}]/gu, '');
    expect(amountCurrency(number?.mark ? [letter] : (number?.units ?? []), [], own)).toBe(own);
  });

  it.each([
    ['₹1428', 'INR'],
    ['£1428', 'GBP'],
    ['zł 1428', 'PLN'],
    ['SFr. 1428', 'CHF'],
    ['1428', 'EUR'],
  ])('%s is in %s for any other business', (text, code) => {
    expect(currencyOf(text, 'EUR')).toBe(code);
  });

  it.each(['K 1428', 'L 1428', 'P 1428', 'N 1428', 'Q 1428', 'R 1428', 'kr 1428', '$1428', 'Rf 1'])(
    '%s is not read in a currency that the business does not have',
    (text) => {
      expect(currencyOf(text, 'EUR')).toEqual({
        candidates: expect.arrayContaining([expect.any(String)]),
      });
    },
  );

  it.each(['k', 'Zebra', 'BTC'])('is unknown for the unit %s', (unit) => {
    expect(amountCurrency([unit], [], 'ZMW')).toEqual({ candidates: [] });
  });

  it('must match all units, the column and the heading', () => {
    expect(amountCurrency(['$', 'USD'], [], 'MXN')).toBe('USD');
    expect(amountCurrency(['$'], [['CAD']], 'MXN')).toBe('CAD');
    expect(amountCurrency(['K'], [['MMK']], 'EUR')).toBe('MMK');
    expect(amountCurrency(['€'], [['CAD']], 'MXN')).toEqual({ candidates: [] });
  });

  it.each(
    ['1.4k', '-2k', '2L', '1.4K', '3M', '5 lakh', '1.4 млн', '50p', '99¢', '50 cents', '3万'].map(
      (text) => [text],
    ),
  )('%s is not an amount in whole units', (text) => {
    expect(isPartOfUnit(text, readWritten(text)?.units ?? [], 'ZMW')).toBe(true);
  });

  it.each(
    [
      '1.4k€',
      '1.4 K€',
      '1,4 T€',
      '1.4 kEUR',
      '1,4 TEUR',
      '1,4 tkr',
      '1,4 Mkr',
      '142,8 eFt',
      '1.428 t.kr.',
    ]
      .concat(['142 þ.kr.', '1.4 ล้าน', '1,4M៛', '1,4 т.р.', '1,4 т.руб.', '1,4 Mio.€', '€k 1.4'])
      .map((text) => [text]),
  )('%s is not an amount in whole units, even with the currency in the same word', (text) => {
    expect(isPartOfUnit(text, readWritten(text)?.units ?? [], 'EUR')).toBe(true);
  });

  it.each(
    [
      '5 kr',
      '5 KM',
      '5 kn',
      '5 MKD',
      '5 TL',
      '5 Tk',
      '5 MT',
      '5 T$',
      '5 Kč',
      '5 Ksh',
      '5 TSh',
      '5 tk.',
    ]
      .concat(['5 Euro', '5 eur', '5 KD', '5 Mark', '5 MRf', '5 kr.', '5 K', '5 €'])
      .map((text) => [text]),
  )('%s is an amount in whole units, although its currency begins like a unit prefix', (text) => {
    expect(isPartOfUnit(text, readWritten(text)?.units ?? [], 'PGK')).toBe(false);
  });

  it.each(['1428.00 L', 'K1.40', '1428,00K', 'L 2', '1428 L', '€5', 'M 1428', '5 元'])(
    '%s is an amount in whole units',
    (text) => {
      expect(isPartOfUnit(text, readWritten(text)?.units ?? [], 'MDL')).toBe(false);
    },
  );
});

const languages = 'bg cs da de el en es et fi fr ga hr hu it lt lv mt nl pl pt ro sk sl sv';

it.each(languages.split(' '))('the euro is recognized by its names in %s', (language) => {
  const format = new Intl.NumberFormat(language, {
    ...{ style: 'currency', currency: 'EUR', currencyDisplay: 'name' },
  });
  for (const amount of [1, 2, 5, 1.5]) {
    const written = format.formatToParts(amount).find(({ type }) => type === 'currency')?.value;
    expect([written, currenciesOf(written ?? '')]).toEqual([written, ['EUR']]);
  }
});

/** Returns the days of a column of dates as text. */
function days(column: string[]): (string | undefined)[] {
  const { order } = orderEvidence(column);
  return column.map((text) => {
    const written = readWrittenDate(text);
    const read = written && dayOf(written, order);
    return read && ('value' in read ? read.value : `? ${read.candidates.join(' or ')}`);
  });
}

describe('a date', () => {
  it.each([
    ['04 Nov 2026', '2026-11-04'],
    ['18-Nov-26', '2026-11-18'],
    ['17/11/2026-08:12:33', '2026-11-17'],
    ['20261117083000', '2026-11-17'],
    ['November 4th, 2026', '2026-11-04'],
    ['Wed, 4 Nov 2026', '2026-11-04'],
    ['4. November 2026', '2026-11-04'],
    ['Mi., 4. März 2026', '2026-03-04'],
    ['04 Maerz 2026', '2026-03-04'],
    ['1er août 2026', '2026-08-01'],
    ['4 de noviembre de 2026', '2026-11-04'],
    ['mar., 3 mar 2026', '2026-03-03'],
    ['4 mrt 2026', '2026-03-04'],
    ['4 października 2026 r.', '2026-10-04'],
    ['2026-Nov-04', '2026-11-04'],
    ['2026年11月4日', '2026-11-04'],
    ['2026. 11. 4.', '2026-11-04'],
    ['20261104', '2026-11-04'],
    ['2026-11-04T10:00:00Z', '2026-11-04'],
    ['24/11/2569', '2026-11-24'],
    ['115/11/24', '2026-11-24'],
    ['民國115年11月24日', '2026-11-24'],
    ['R8.11.24', '2026-11-24'],
    ['令和8年11月24日', '2026-11-24'],
    ['平成31年4月1日', '2019-04-01'],
    ['令和元年5月1日', '2019-05-01'],
    ['2026년 11월 24일', '2026-11-24'],
    ['31 декабря 2025 г.', '2025-12-31'],
    ['31 Aralık 2025', '2025-12-31'],
    ['31 Δεκεμβρίου 2025', '2025-12-31'],
    ['1405/09/03', undefined],
    ['2026/11/24 (火)', '2026-11-24'],
    ['24 нояб. 2026', '2026-11-24'],
    ['24. studenoga 2026.', '2026-11-24'],
    ['24 lis 2026', '2026-11-24'],
    ['24. lis 2026.', '? 2026-11-24 or 2026-10-24'],
    ['24. listopada 2026.', '? 2026-11-24 or 2026-10-24'],
    ['24 nëntor 2026', '2026-11-24'],
    ['24 نوفمبر 2026', '2026-11-24'],
    ['24112026', '2026-11-24'],
    ['11242026', '2026-11-24'],
    ['04112026', '? 2026-11-04 or 2026-04-11'],
    ['4112026', '? 2026-11-04 or 2026-04-11'],
    ['241126', '? 2026-11-24 or 2024-11-26'],
    ['31132026', undefined],
    ['04.11.26', '? 2026-11-04 or 2004-11-26'],
    ['24/11/21', '? 2021-11-24 or 2024-11-21'],
    ['24/11/69', '2069-11-24'],
    ['31/01/2026', '2026-01-31'],
    ['1/31/26', '2026-01-31'],
    ['05/05/2026', '2026-05-05'],
    ['09/04/2026', '? 2026-04-09 or 2026-09-04'],
    ['18-11-26', '? 2026-11-18 or 2018-11-26'],
    ['31.02.2026', undefined],
    ['2026.31.01', undefined],
    ['04.11.0026', undefined],
    ['4 Foo 2026', undefined],
    ['12.50', undefined],
    ['soon', undefined],
    ['', undefined],
  ])('%s is read as %s', (text, day) => {
    expect(days([text])).toEqual([day]);
  });

  it('with a two-digit year is read in the order that gives no dates far ahead or far apart', () => {
    vi.useFakeTimers({ now: new Date('2026-11-27'), toFake: ['Date'] });
    expect(days(['29/01/26', '29/03/26'])).toEqual(['2026-01-29', '2026-03-29']);
    expect(days(['26/01/29', '26/03/30'])).toEqual(['2026-01-29', '2026-03-30']);
    expect(days(['05/01/2027'])).toEqual(['? 2027-01-05 or 2027-05-01']);
    vi.useRealTimers();
    const column = ['01.10.19', '03.11.19', '09.11.19'];
    const limits = { aheadDays: 40, spanDays: 731 };
    expect(orderEvidence(column).open?.orders).toEqual(['dmy', 'ymd']);
    expect(orderEvidence(column, limits).order).toBe('dmy');
    expect(orderEvidence(['19.11.01', '19.11.04', '19.11.09'], limits).order).toBe('ymd');
  });

  it('is read in the day-month order of an unambiguous date in the same column', () => {
    expect(days(['09/04/2026', '', '25/04/2026'])).toEqual(['2026-04-09', undefined, '2026-04-25']);
    expect(days(['09/04/2026', '04/25/2026'])).toEqual(['2026-09-04', '2026-04-25']);
    expect(days(['09/04/2026', '04/25/2026', '25/04/2026'])).toEqual([
      '? 2026-04-09 or 2026-09-04',
      '2026-04-25',
      '2026-04-25',
    ]);
  });

  it.each([
    ['2024-05-01 00:30', '00:30', undefined],
    ['5/1/2024, 12:30 am', '00:30', undefined],
    ['1. Mai 2024 14:05:30 Uhr', '14:05:30', undefined],
    ['2024-05-01T00:30:00+02:00', '00:30:00', '+02:00'],
    ['2024-05-01 10:00:00 EST', '10:00:00', 'EST'],
  ])('%s has the time %s', (text, time, offset) => {
    expect(readWrittenDate(text)).toMatchObject({ time, ...(offset && { offset }) });
  });

  it.each(['en', 'de', 'nl', 'fr', 'es', 'it', 'pt', 'pl', 'sv', 'cs'])(
    'can have the name of its month in %s',
    (language) => {
      const forms = (['long', 'short'] as const).map(
        (month) =>
          new Intl.DateTimeFormat(language, {
            day: 'numeric',
            month,
            year: 'numeric',
            timeZone: 'UTC',
          }),
      );
      const any = fc.date({
        min: new Date('2000-01-01'),
        max: new Date('2060-12-31'),
        noInvalidDate: true,
      });
      fc.assert(
        fc.property(any, fc.constantFrom(...forms), (date, form) => {
          expect(days([form.format(date)])).toEqual([date.toISOString().slice(0, 10)]);
        }),
      );
    },
  );
});

it.each([
  ['yes', true],
  ['Ja', true],
  ['WAHR', true],
  ['VRAI', true],
  ['WAAR', true],
  ['SANT', true],
  ['ONWAAR', false],
  ['FAŁSZ', false],
  ['ИСТИНА', true],
  ['oui', true],
  ['sí', true],
  ['nein', false],
  ['Não', false],
  ['0', false],
  ['✓', true],
  ['нет', false],
  ['maybe', undefined],
  ['', undefined],
])('the word %s is read as %s', (word, flag) => {
  expect(readBoolean(word)).toBe(flag);
});

describe('decoding a text', () => {
  const utf16 = (text: string, isBig: boolean) => {
    const bytes = Buffer.from(text, 'utf16le');
    return new Uint8Array(isBig ? bytes.swap16() : bytes);
  };
  const text = 'Datum;Text\r\n2026-11-06;Café Größe\r\n';

  it.each([
    ['UTF-8', new TextEncoder().encode(text)],
    ['UTF-8 with a byte order mark', new TextEncoder().encode(`\uFEFF${text}`)],
    ['UTF-16LE with a byte order mark', utf16(`\uFEFF${text}`, false)],
    ['UTF-16BE with a byte order mark', utf16(`\uFEFF${text}`, true)],
    ['UTF-16LE', utf16(text, false)],
    ['UTF-16BE', utf16(text, true)],
    ['Latin-1', new Uint8Array(Buffer.from(text, 'latin1'))],
  ])('reads %s', (_, bytes) => {
    expect(decodeText(bytes)).toBe(text);
  });

  it.each([
    ['Windows-1252', 'Stra\xdfe \x96 f\xfcr \x80 5', 'Straße – für € 5'],
    ['ISO-8859-15', 'F\xfcr 5 \xa4', 'Für 5 €'],
    ['Windows-1250', 'Wis\xb3a, \x9ccie\xbfka', 'Wisła, ścieżka'],
    ['ISO-8859-2', 'Wis\xb3a, \xb6cie\xbfka', 'Wisła, ścieżka'],
    ['Mac OS Roman', 'f\x9fr Gr\x9a\xa7e', 'für Größe'],
  ])('reads %s', (_, bytes, words) => {
    expect(decodeText(new Uint8Array(Buffer.from(bytes, 'latin1')))).toBe(words);
  });

  it.each([
    ['windows-1251', 'title;description\nСайт для порта;Девять страниц'],
    ['windows-1251', '2026-11-27,Оплата счёта INV-2026-0020 Орланда,1428.00'],
    ['windows-1251', '24.11.2026,ООО Порт,Оплата за сайт порта,1234.50,RUB'],
    ['windows-1251', 'Иванов Иван,Оплата'],
    ['windows-1251', 'Пристанище Варна ЕООД,Плащане по фактура'],
    ['windows-1251', 'ИП Петров Сергей;ООО «Ромашка»'],
    ['windows-1253', 'ΕΤΑΙΡΕΙΑ ΑΕ,ΠΛΗΡΩΜΗ ΤΙΜΟΛΟΓΙΟΥ'],
    ['koi8-r', 'title;description\nСайт для порта;Девять страниц'],
    ['cp866', 'Дата;Описание\nСайт для порта;Девять страниц'],
    ['windows-1253', 'τίτλος;περιγραφή\nΙστοσελίδα λιμανιού;Εννέα σελίδες'],
    ['windows-1254', 'başlık;açıklama\nLiman sitesi için;Dokuz sayfa ışık'],
    ['windows-1255', 'כותרת;תיאור\nאתר לנמל;תשעה עמודים'],
    ['windows-1256', 'عنوان;وصف\nموقع الميناء;تسع صفحات'],
    ['windows-1252', 'titill;texti\nÞað er síða fyrir höfnina;Níu síður'],
    ['windows-1250', 'nazwa;opis\nStrona dla portu w Łodzi;Zażółć gęślą jaźń, dziewięć stron'],
    ['windows-1252', 'name;text\nPier;So said he: “…” – “Été…”'],
    ['shift_jis', 'タイトル,本文\n港のサイト,九ページ'],
    ['shift_jis', '日付,内容,金額\n2026年11月24日,振込 INV-2026-0020 オルランダ,1428'],
    ['euc-jp', 'タイトル,本文\n港のサイト,九ページのデザイン'],
    ['gb18030', '标题,描述,价格\n港口网站,九个页面,900'],
    ['gb18030', '日期,摘要,金额\n2026年11月24日,转账 INV-2026-0020 北京公司,1428'],
    ['big5', '標題,描述,價格\n港口網站,九個頁面,900'],
    ['big5', '日期,摘要,金額\n2026年11月24日,轉帳 INV-2026-0020 台北公司,1428'],
    ['euc-kr', '제목,설명,가격\n항구 웹사이트,아홉 페이지,900'],
    ['euc-kr', '날짜,내용,금액\n2026년11월24일,이체 INV-2026-0020 서울회사,1428'],
  ])('detects and reads %s: %s', (encoding, words) => {
    expect(decodeText(new Uint8Array(iconv.encode(words, encoding)))).toBe(words);
  });

  it('does not guess an encoding from a few characters', () => {
    for (const [encoding, word] of [
      ['gb18030', '网站'],
      ['big5', '網站設計'],
      ['gb18030', '网站设计'],
      ['euc-kr', '항구 웹사이트'],
      ['shift_jis', '九ページのサイト'],
      ['euc-kr', '로고'],
    ] as const) {
      expect([undefined, word]).toContain(decodeText(new Uint8Array(iconv.encode(word, encoding))));
    }
  });

  it.each([
    ['港', 'shift_jis'],
    ['Hélène', 'windows-1252'],
    ['Kovács Győr', 'windows-1250'],
    ['Částka', 'windows-1250'],
    ['Işık Şişli', 'windows-1254'],
    ['שלום', 'windows-1255'],
    ['سلام', 'windows-1256'],
    ['北京', 'gb18030'],
    ['서울회사 이체', 'euc-kr'],
  ] as const)('asks for the encoding of %s, and offers %s', (word, encoding) => {
    const bytes = new Uint8Array(iconv.encode(`Name\n${word}\n`, encoding));
    const choices = encodingChoices(bytes);
    expect(choices).toContainEqual({ encoding, lines: [word] });
    expect(new Set(choices.map(({ lines }) => lines.join())).size).toBe(choices.length);
    expect(decodeText(bytes, encoding)).toBe(`Name\n${word}\n`);
  });

  it.each([
    ['港のサイト', 'shift_jis'],
    ['Société Générale à Orléans', 'windows-1252'],
    ['Müller', 'windows-1252'],
    ['MUÑOZ', 'windows-1252'],
    ['Møller', 'windows-1252'],
    ['Prélèvement', 'windows-1252'],
    ['Poznań', 'windows-1250'],
    ['Blåbær på øya', 'windows-1252'],
    ['São João, Conceição', 'windows-1252'],
    ['It’s 5 € or £5', 'windows-1252'],
    ['Müller, Größe', 'cp850'],
    ['Łódź Żółć', 'windows-1250'],
    ['Wisła Łódź', 'cp852'],
    ['Příjem Novák', 'windows-1250'],
    ['Оплата', 'koi8-r'],
    ['Größe 港', 'utf-8'],
  ])('does not ask for the encoding of %s in %s', (words, encoding) => {
    const bytes = new Uint8Array(iconv.encode(words, encoding));
    expect([encodingChoices(bytes), decodeText(bytes)]).toEqual([[], words]);
  });

  it('decodes encodings under names unknown to browsers', () => {
    const bytes = new Uint8Array(iconv.encode('Grüße', 'cp437'));
    expect(decodeAs(bytes, 'IBM437')).toBe('Grüße');
    expect(decodeAs(new Uint8Array([0x80, 0x92]), 'ISO-8859-1')).toBe('€’');
    expect(decodeAs(new Uint8Array([0x8c, 0x63]), 'ks_c_5601-1987')).toBe('똠');
    expect(decodeAs(new Uint8Array([0xa2, 0xe3]), 'gb2312')).toBe('€');
  });

  it('rejects text with null characters or of an unknown encoding', () => {
    expect(decodeText(new Uint8Array([0x50, 0, 0, 0, 1, 2]))).toBeUndefined();
    expect(decodeAs(new Uint8Array([65]), 'klingon')).toBeUndefined();
  });
});
