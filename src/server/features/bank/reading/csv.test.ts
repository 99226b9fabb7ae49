import { describe, expect, it } from 'vitest';

import { type CsvMapping, csvMappingSchema } from '~/contract/bank/csv-mapping-schema';
import type { TextEncoding } from '~/contract/values/text-encodings';
import { parseStatement, showTable } from './parse-statement';

const bytesOf = (text: string) => new TextEncoder().encode(text);

function shownTable(
  bytes: Uint8Array,
  options: { currency?: string; isMonthFirst?: boolean; encoding?: TextEncoding } = {},
) {
  const { currency = 'EUR', isMonthFirst = false, encoding } = options;
  const defaults = { account: 'DE02120300000000202051', currency, isMonthFirst };
  const shown = showTable({ ask: 'table', bytes, defaults, encoding });
  if (!shown.ok || !shown.table) throw new Error('the table was not shown');
  return shown.table;
}

/**
 * Reads a table with the proposed mapping. Unless `changes` has a direction, amounts are money in if nothing says
 * otherwise.
 */
function read(file: string | Uint8Array, changes: Partial<CsvMapping> = {}, currency = 'EUR') {
  const bytes = typeof file === 'string' ? bytesOf(file) : file;
  const { guess } = shownTable(bytes, { currency });
  const { direction = null } = guess;
  const mapping = csvMappingSchema.parse({ ...guess, direction, ...changes });
  const result = parseStatement({ ask: 'entries', bytes, mapping });
  if (!result.ok) return { reason: result.reason, field: result.mappingField };
  const entries = result.entries.map(
    (one) => `${one.bookedOn} ${one.isCredit ? '+' : '-'}${one.cents} ${one.currency}`,
  );
  return { entries, notes: result.notes };
}

describe('table amounts', () => {
  it('have a thousands separator if three digits follow it', () => {
    const file =
      'Date,Description,Amount,Balance\n2026-11-03,INV-2026-0001,"12,500","48,500"\n2026-11-05,Deposit,"3,000","51,500"\n2026-11-09,Hosting,"-4,800","46,700"';
    expect(read(file)).toEqual({
      entries: ['2026-11-03 +1250000 EUR', '2026-11-05 +300000 EUR', '2026-11-09 -480000 EUR'],
      notes: [],
    });
  });

  it('ask for a choice between three decimals and thousands in a currency with three decimals', () => {
    const file = 'Date,Description,Amount\n2026-11-03,INV-2026-0001,"12,345"';
    expect(read(file, {}, 'KWD')).toMatchObject({
      field: '',
      reason: expect.stringContaining('“12,345” can be 12345 or 12.345'),
    });
    expect(read(file, { decimal: ',' }, 'KWD')).toMatchObject({
      entries: ['2026-11-03 +12345 KWD'],
    });
    // The same holds if the currency is chosen after the preview.
    expect(read(file, { currency: 'KWD' }, 'USD')).toMatchObject({
      reason: expect.stringContaining('“12,345” can be 12345 or 12.345'),
    });
  });

  it('are read without a unit if all have the same unknown one, and a note names it', () => {
    const file = (unit: string, other = unit) =>
      `Date,Text,Amount\n2026-11-03,A,5.00 ${unit}\n2026-11-04,B,-6.00 ${other}\n2026-11-05,C,0`;
    expect(read(file('Qz'))).toEqual({
      entries: ['2026-11-03 +500 EUR', '2026-11-04 -600 EUR'],
      notes: ['“Qz” beside the amounts is no known currency. They are read in EUR.'],
    });
    expect(read(file('Qz', 'Zq')).reason).toContain('“5.00 Qz” is not in EUR');
    expect(read(file('Qz', '€'))).toMatchObject({
      entries: ['2026-11-04 -600 EUR'],
      notes: ['Line 2 is not imported: “5.00 Qz” is not in EUR.'],
    });
    expect(read(file('Wn')).reason).toContain('“5.00 Wn” is not in EUR');
    expect(read(file('BTC')).reason).toContain('“5.00 BTC” is not in EUR');
  });

  it('beside a D are not debits if D is the symbol of their currency', () => {
    const file = (one: string, other: string) =>
      `Date,Text,Amount\n2026-11-03,A,${one}\n2026-11-04,B,${other}`;
    expect(read(file('D1428', 'D5'), {}, 'GMD')).toEqual({
      entries: ['2026-11-03 +142800 GMD', '2026-11-04 +500 GMD'],
      notes: [],
    });
    expect(read(file('1428d', '-5d'), {}, 'VND').entries).toEqual([
      '2026-11-03 +142800 VND',
      '2026-11-04 -500 VND',
    ]);
    expect(read(file('D1428', 'D5'), { direction: undefined }, 'GMD')).toMatchObject({
      field: 'direction',
    });
    expect(read(file('1428 C', '5 D'), {}, 'GMD').entries?.[1]).toBe('2026-11-04 -500 GMD');
    expect(read(file('D1428', 'D5')).entries).toEqual([
      '2026-11-03 -142800 EUR',
      '2026-11-04 -500 EUR',
    ]);
  });

  it('have the currency of their symbol; rows with an ambiguous symbol are listed with its currencies', () => {
    const file =
      'Date,Narration,Credit,Debit\n2026-11-03,INV-2026-0001,"₹1,23,456.00",\n2026-11-04,Mills,"R$ 1.428,00",\n2026-11-05,Verft,"kr 1 428,00",\n2026-11-06,Paper,,"¥4,800"\n';
    expect(read(file, {}, 'NOK')).toEqual({
      entries: ['2026-11-03 +12345600 INR', '2026-11-04 +142800 BRL', '2026-11-05 +142800 NOK'],
      notes: ['Line 5 is not imported: “¥4,800” can be in CNY, JPY.'],
    });
    expect(read(file, {}, 'JPY')).toMatchObject({
      entries: ['2026-11-03 +12345600 INR', '2026-11-04 +142800 BRL', '2026-11-06 -480000 JPY'],
      notes: [expect.stringMatching(/^Line 4 .* can be in .*NOK/)],
    });
    expect(read('Date,Text,Amount\n2026-11-03,A,K1428')).toMatchObject({
      field: 'currency',
      reason: expect.stringMatching(/can be in .*ZMW.*Please enter the currency/),
    });
    expect(read('Date,Text,Amount\n2026-11-03,A,1.4k', {}, 'ZMW')).toMatchObject({
      field: 'amount',
      reason: expect.stringContaining('Please export whole amounts'),
    });
  });

  it('in a debit column are credits if their sign differs from that of most amounts', () => {
    const rows = (...debits: string[]) =>
      `Date,Text,Credit,Debit\n${debits.map((debit, at) => `2026-11-0${at + 1},T${at},,${debit}`).join('\n')}`;
    expect(read(rows('-38.20', '-900.00', '38.20', '-12.00'))).toMatchObject({
      entries: [
        '2026-11-01 -3820 EUR',
        '2026-11-02 -90000 EUR',
        '2026-11-03 +3820 EUR',
        '2026-11-04 -1200 EUR',
      ],
    });
    expect(read(rows('38.20', '900.00', '-38.20'))).toMatchObject({
      entries: ['2026-11-01 -3820 EUR', '2026-11-02 -90000 EUR', '2026-11-03 +3820 EUR'],
    });
    expect(read(rows('38.20', '-38.20'))).toMatchObject({ field: 'debit' });
  });

  it.each(['-', 'n/a'])('are empty if they are %s', (nothing) => {
    const file = `Date,Text,Withdraw,Deposit,Currency\n'2026-11-24,A,${nothing},'5.00,${nothing}\n2026-11-25,B,6.00,${nothing},EUR`;
    expect(read(file)).toEqual({
      entries: ['2026-11-24 +500 EUR', '2026-11-25 -600 EUR'],
      notes: [],
    });
  });

  it('are not read if an unquoted comma has cut off their cents', () => {
    const file = 'Date,Text,Amount,\n2026-11-24,INV-2026-0020,1428,50\n2026-11-25,B,-3,99';
    expect(read(file)).toMatchObject({
      reason: expect.stringContaining('it has more cells than there are columns'),
    });
  });

  it('are not read if their heading can mean several currencies', () => {
    expect(read('Date;Text;Belopp (kr)\n2026-11-03;A;100,00\n2026-11-04;B;-5,00')).toMatchObject({
      field: 'currency',
      reason: expect.stringMatching(/DKK.*NOK.*SEK/),
    });
  });

  it.each([
    ['入出金(円)', 'JPY'],
    ['Сума, грн', 'UAH'],
    ['Määrä EUROA', 'EUR'],
    ['Сумма в рублях', 'RUB or BYN'],
    ['JPY amount', 'JPY'],
    ['€ Betrag', 'EUR'],
    ['Summa euroina', 'EUR'],
    ['Částka v korunách', 'CZK'],
    ['Beløb i kroner', 'DKK or NOK or SEK or ISK'],
  ])('are in the currency of the heading %s', (heading, codes) => {
    const file = `Date;Text;${heading}\n2026-11-03;A;14000\n2026-11-04;B;-400`;
    const [only = '', ...more] = codes.split(' or ');
    const asked = { field: 'currency', reason: expect.stringContaining('not in USD') };
    const result = read(file, { amount: 2, currency: 'USD' }, 'USD');
    expect(result).toMatchObject(asked);
    for (const code of [only, ...more]) expect(result.reason).toContain(code);
    expect(read(file, { amount: 2, currency: only }, 'USD').entries).toEqual([
      `2026-11-03 +1400000 ${only}`,
      `2026-11-04 -40000 ${only}`,
    ]);
  });

  it('are not read in a currency that contradicts the currency name in their heading', () => {
    const file = 'Date;Text;Amount (dollars)\n2026-11-03;A;14\n2026-11-04;B;-4';
    expect(read(file)).toEqual({
      field: 'currency',
      reason:
        'The column “Amount (dollars)” does not have amounts in EUR. Please enter their currency.',
    });
    expect(read(file, { currency: 'USD' }).entries).toHaveLength(2);
  });

  it.each([
    ['Montant (Fr)', 'XOF'],
    ['Amount K', 'ZMW'],
    ['Сумма, р.', 'RUB'],
  ])('are in the currency of the account if the heading %s can mean it', (heading, currency) => {
    const file = `Date;Text;${heading}\n2026-11-03;A;14\n2026-11-04;B;-4`;
    expect(read(file, { amount: 2, currency }, currency)).toEqual({
      entries: [`2026-11-03 +1400 ${currency}`, `2026-11-04 -400 ${currency}`],
      notes: [],
    });
  });

  it('are read with a note if their heading has an unknown unit, and rejected in thousands', () => {
    const file = (heading: string) => `Date;Text;${heading}\n2026-11-03;A;14\n2026-11-04;B;-4`;
    expect(read(file('Amount (Qz)'), { amount: 2 })).toMatchObject({
      entries: { length: 2 },
      notes: [
        '“Qz” in the heading “Amount (Qz)” is no known currency. Its amounts are read in EUR.',
      ],
    });
    for (const heading of ['Сумма, тыс. руб.', '金額(千円)', 'Betrag (Tsd. EUR)']) {
      expect(read(file(heading), { amount: 2 })).toMatchObject({
        ...{ field: 'amount', reason: expect.stringContaining('in thousands or millions') },
      });
    }
  });

  it('without a currency have the only currency of the currency column', () => {
    const file =
      'settlement-id,total-amount,currency,posted-date,amount\n1,20.00,EUR,,\n1,,,2026-11-20,30.00\n1,,,2026-11-21,-10.00\n1,,,2026-11-22,5.00';
    expect(read(file, {}, 'USD')).toMatchObject({
      entries: ['2026-11-20 +3000 EUR', '2026-11-21 -1000 EUR', '2026-11-22 +500 EUR'],
    });
  });

  it('of a credit card are debits if positive; the import asks if this is unclear', () => {
    const card = (text: string, columns = ['', '']) =>
      `Date,Description${columns[0]},Amount\n2026-11-03,FIGMA${columns[1]},45.00\n2026-11-04,${text}${columns[1]},-200.00\n2026-11-05,PAPER${columns[1]},60.00`;
    const holder = [',Card Member', ',ADA'];
    const entries = ['2026-11-03 -4500 EUR', '2026-11-04 +20000 EUR', '2026-11-05 -6000 EUR'];
    expect(read(card('AUTOPAY PAYMENT - THANK YOU', holder))).toEqual({ entries, notes: [] });
    for (const file of [card('PAYMENT RECEIVED'), card('REFUND', holder)]) {
      expect(read(file)).toMatchObject({ field: 'areCharges' });
      expect(read(file, { areCharges: true })).toEqual({ entries, notes: [] });
      expect(read(file, { areCharges: false }).entries?.[0]).toBe('2026-11-03 +4500 EUR');
    }
    expect(read(card('AUTOPAY', holder), { areCharges: undefined })).toEqual({
      ...{ entries, notes: ['Positive amounts are read as charges of a credit card.'] },
    });
    const typed = (two: string) =>
      `Date,Text,Type,Amount\n2026-11-03,A,Purchase,45.00\n2026-11-04,B,${two},-200.00\n2026-11-05,C,Purchase,60.00`;
    expect(read(typed('Payment'))).toEqual({ entries, notes: [] });
    expect(read(typed('Refund'))).toMatchObject({ field: 'areCharges' });
    expect(read(card('Paper mill')).entries?.[0]).toBe('2026-11-03 +4500 EUR');
    for (const word of ['Payment', 'Zahlung', 'Paiement', 'Pago', 'Betaling']) {
      expect(read(card(word)).entries?.[0]).toBe('2026-11-03 +4500 EUR');
    }
    const own = card('PAYMENT RECEIVED', [',Account', ',BE68539007547034']);
    expect(read(own).entries?.[0]).toBe('2026-11-03 +4500 EUR');
    const usual =
      'Date,Description,Card number,Amount\n2026-11-03,INV,,45.00\n2026-11-04,SHOP,1234,-2.00\n2026-11-05,INV,,60.00';
    expect(read(usual).entries?.[0]).toBe('2026-11-03 +4500 EUR');
  });

  it('are rejected if they have more decimals than their currency, or another currency than their row', () => {
    const file =
      'Date,Amount,Currency\n2026-11-03,"1.50",EUR\n2026-11-04,"2.505",EUR\n2026-11-05,$5.00,EUR\n2026-11-06,many,EUR';
    expect(read(file)).toEqual({
      entries: ['2026-11-03 +150 EUR'],
      notes: [
        'Line 3 is not imported: “2.505” has more decimals than EUR, or is too large.',
        'Line 4 is not imported: “$5.00” is not in EUR.',
        'Line 5 is not imported: “many” is not an amount.',
      ],
    });
  });

  it('keep their sign in credit and debit columns', () => {
    const file =
      'Date,Description,Debit,Credit\n2026-11-03,INV-2026-0001,,1428.00\n2026-11-05,REVERSAL,,-1428.00\n2026-11-06,PAPER,38.20,\n2026-11-07,REFUND,-38.20,\n2026-11-08,BOTH,1.00,2.00\n2026-11-09,ZERO,0.00,3.00';
    expect(read(file)).toEqual({
      entries: [
        '2026-11-03 +142800 EUR',
        '2026-11-05 -142800 EUR',
        '2026-11-06 -3820 EUR',
        '2026-11-07 +3820 EUR',
        '2026-11-09 +300 EUR',
      ],
      notes: ['Line 6 is not imported: it has both money in and money out.'],
    });
  });

  it.each(['Amount (cents)', 'amountMinor'])(
    'are read in the unit of the heading %s',
    (heading) => {
      const file = `Date,Text,${heading}\n2026-11-06,a,142850\n2026-11-07,b,-5\n2026-11-08,c,1.5`;
      expect(read(file, { amount: 2 })).toEqual({
        entries: ['2026-11-06 +142850 EUR', '2026-11-07 -5 EUR'],
        notes: ['Line 4 is not imported: “1.5” is not a whole number of cents.'],
      });
      expect(read(file, { amount: 2 }, 'JPY')).toMatchObject({
        entries: ['2026-11-06 +14285000 JPY', '2026-11-07 -500 JPY'],
      });
    },
  );
});

describe('table dates', () => {
  const open =
    'Date,Description,Amount\n09/04/2026,INV-2026-0001,1428.00\n09/08/2026,Deposit,310.00';

  it('require a choice of the day-month order if it is ambiguous', () => {
    expect(shownTable(bytesOf(open)).guess.dateOrder).toBeNull();
    expect(read(open)).toEqual({
      field: 'dateOrder',
      reason:
        '“09/04/2026” can be day, month, year or month, day, year. Please choose the order of dates.',
    });
    expect(read(open, { dateOrder: 'mdy' })).toMatchObject({
      entries: ['2026-09-04 +142800 EUR', '2026-09-08 +31000 EUR'],
    });
  });

  it('are read month first by default for a seller in the United States, and shown in the preview', () => {
    const signed = bytesOf(open.replace('1428.00', '+1428.00').replace('310.00', '+310.00'));
    const { guess, read: shown, problem } = shownTable(signed, { isMonthFirst: true });
    expect([guess.dateOrder, problem]).toEqual(['mdy', null]);
    expect(shown?.rows).toMatchObject([
      { line: 2, bookedOn: '2026-09-04', amount: '1428.00', isCredit: true, problem: '' },
      { bookedOn: '2026-09-08' },
    ]);
  });

  it('are rejected if they contradict the chosen order', () => {
    const file = 'Date,Amount\n25/04/2026,1.00\n09/04/2026,2.00';
    expect(read(file, { dateOrder: 'mdy' })).toEqual({
      field: 'dateOrder',
      reason:
        '“25/04/2026” is not a date in the order month, day, year. Please choose the order of dates.',
    });
  });

  it('that cannot be read are listed, and the other rows are imported', () => {
    const file = 'Datum;Betrag\n01.02.2026;1,00\n31.02.2026;2,00\nZebra;3,00\n';
    expect(read(file)).toEqual({
      entries: ['2026-02-01 +100 EUR'],
      notes: [
        'Line 3 is not imported: “31.02.2026” is not a date.',
        'Line 4 is not imported: “Zebra” is not a date.',
      ],
    });
  });
});

it('dates more than a year ahead, such as those of another calendar, are not read', () => {
  expect(read('Date,Text,Amount\n24/11/69,A,5.00\n24/11/2026,B,6.00')).toMatchObject({
    entries: ['2026-11-24 +600 EUR'],
    notes: ['Line 2 is not imported: “24/11/69” would be 2069-11-24, more than a year ahead.'],
  });
});

it('reads two-digit years as Buddhist years if the table is Thai and all dates would otherwise be far ahead', () => {
  const file = (last: string) => `วันที่,รายการ,ยอดเงิน (บาท)\n24/11/69,A,5.00\n25/11/${last},B,-6.00`;
  expect(read(file('69'), {}, 'THB')).toMatchObject({
    entries: ['2026-11-24 +500 THB', '2026-11-25 -600 THB'],
  });
  expect(read(file('26'), { dateOrder: 'dmy' }, 'THB')).toMatchObject({
    entries: ['2026-11-25 -600 THB'],
    notes: [expect.stringContaining('would be 2069-11-24')],
  });
  expect(read(file('69').replaceAll('/69', '/2569'), {}, 'THB').entries).toHaveLength(2);
});

describe('booking states', () => {
  const german = (rows: string) =>
    `Auftragskonto;Buchungstag;Valutadatum;Buchungstext;Verwendungszweck;Beguenstigter/Zahlungspflichtiger;Kontonummer/IBAN;Betrag;Waehrung;Info\n${rows}`;

  it('are read from German headings without umlauts, and pending rows are skipped', () => {
    const file = german(
      'GB29NWBK60161331926819;24.11.26;24.11.26;GUTSCHR. UEBERWEISUNG;INV-2026-0001;Orlanda Pier Works;DE89370400440532013000;1428,00;EUR;Umsatz vorgemerkt\nGB29NWBK60161331926819;20.11.26;20.11.26;GUTSCHR. UEBERWEISUNG;deposit;Brackwater Mills;DE02120300000000202051;310,00;EUR;Umsatz gebucht',
    );
    expect(shownTable(bytesOf(file)).guess).toMatchObject({
      ...{ date: 1, valueDate: 2, reference: [4], name: 5, iban: 6, amount: 7, currencyColumn: 8 },
      ...{ state: 9, account: 'GB29NWBK60161331926819' },
    });
    expect(read(file)).toEqual({
      entries: ['2026-11-20 +31000 EUR'],
      notes: ['Left out: 1 entry, pending (“Umsatz vorgemerkt”).'],
    });
  });

  const states = {
    pending:
      'PENDING, noch nicht gebucht, en attente, pendiente, in behandeling, in sospeso, ' +
      'Oczekująca, Venter, Beklemede, To be paid, Not posted, NotPosted, ' +
      'not-yet-booked, Unposted, Incomplete, nicht erfolgreich, Nem könyvelt, ' +
      'Не исполнен, 未完成, ไม่สำเร็จ, 대기, Không thành công, ממתין, Avventer, Väntar, ' +
      'in_transit, submitted, 未入帳, Odottaa, Varattu, W trakcie realizacji, Čeká, Niet betaald, Pendente, ' +
      'In elaborazione, En trámite, À venir, İşleniyor, Εκκρεμεί, Függőben, ' +
      'În așteptare',
    reverted: 'REVERTED, storniert, devolvido, 已退款',
    denied:
      'Denied, abgelehnt, rejeté, rechazada, odrzucona, 交易关闭, İptal edildi, отклонено, ' +
      'Unsuccessful, Скасовано, Slettet, Peruutettu, Hylätty, Anulowano, Geannuleerd, ' +
      'Ακυρώθηκε, Törölve, Refuzat',
    booked:
      'gebucht, comptabilisé, Completado, geboekt, contabilizzato, Zaksięgowana, ' +
      'Settled, Sent, Udført, Bokført, Gennemført, Gjennomført, Utförd, Bokförd, ' +
      'Genomförd, Toteutunut, Käsitelty, Bezahlt, Erfolgreich, 완료, สำเร็จ, בוצע, ' +
      'Виконано, Wykonano, Zaúčtováno, Uitgevoerd, Betaald, Concluída, Eseguito, ' +
      'Pagado, Réglé, Gerçekleşti, Başarılı, Ολοκληρώθηκε, Teljesült, Sikeres, ' +
      'Finalizată, Tamamlandı, 交易成功, Исполнен',
  };

  it.each(Object.entries(states))(
    'are recognized as %s in the words of many banks',
    (named, words) => {
      for (const state of words.split(', ')) {
        const file = `Date,Amount,State\n2026-11-03,5.00,${state}\n2026-11-04,6.00,COMPLETED`;
        const isBooked = named === 'booked';
        expect([state, read(file)]).toEqual([
          state,
          {
            entries: [...(isBooked ? ['2026-11-03 +500 EUR'] : []), '2026-11-04 +600 EUR'],
            notes: isBooked ? [] : [`Left out: 1 entry, ${named} (“${state}”).`],
          },
        ]);
      }
    },
  );

  it.each(['交易状态', 'Статус', 'Tình trạng'])(
    'are read from the column %s, and rows with an unknown state are skipped',
    (heading) => {
      const file = `Date,Amount,${heading}\n2026-11-03,-5.00,Zebra\n2026-11-04,6.00,COMPLETED`;
      expect(read(file)).toMatchObject({ entries: ['2026-11-04 +600 EUR'] });
    },
  );

  it.each([
    ['pending', 'true', 'false'],
    ['Vorgemerkt', 'ja', 'nein'],
    ['Gebucht', 'Nein', 'Ja'],
  ])('are read from yes and no in the column “%s”', (heading, pending, booked) => {
    const file = `Date,Text,Amount,${heading}\n2026-11-03,A,5.00,${pending}\n2026-11-04,B,6.00,${booked}`;
    expect(read(file)).toMatchObject({ entries: ['2026-11-04 +600 EUR'] });
  });

  it('are read from a column that marks uncleared checks', () => {
    const file =
      '日付,摘要,金額,未資金化区分\n2026/11/24,A,500,\n2026/11/25,B,-600,-\n2026/11/26,C,700,未資金化';
    expect(read(file, {}, 'JPY')).toEqual({
      entries: ['2026-11-24 +50000 JPY', '2026-11-25 -60000 JPY'],
      notes: ['Left out: 1 entry, pending (“未資金化”).'],
    });
  });

  it('are not read from a column whose heading is ambiguous', () => {
    expect(read('Date,Amount,Info\n2026-11-03,5.00,x\n2026-11-04,6.00,x')).toMatchObject({
      entries: { length: 2 },
    });
  });

  it('in unknown words are read as an admin defines them', () => {
    const file = 'Date,Amount,Status\n2026-11-03,5.00,Zebra\n2026-11-04,6.00,Booked';
    expect(read(file)).toEqual({
      entries: ['2026-11-04 +600 EUR'],
      notes: ['Line 2 is not imported: “Zebra” does not say whether the entry is booked.'],
    });
    expect(read(file.replace('Booked', 'Zebra'))).toEqual({
      field: 'state',
      reason:
        'Line 2: “Zebra” does not say whether the entry is booked. Please choose what the words of this column mean, or another column.',
    });
    expect(shownTable(bytesOf(file)).stateWords).toEqual([
      { word: 'Zebra', state: null },
      { word: 'Booked', state: 'booked' },
    ]);
    expect(read(file, { stateWords: { Zebra: 'booked' } })).toMatchObject({
      entries: { length: 2 },
    });
    expect(read(file, { stateWords: { Zebra: 'unbooked' } })).toEqual({
      entries: ['2026-11-04 +600 EUR'],
      notes: ['Left out: 1 entry, not booked (“Zebra”).'],
    });
  });

  it('default to booked for empty cells only if no row is marked as booked', () => {
    expect(read('Date,Amount,Status\n2026-11-03,5.00,\n2026-11-04,6.00,pending')).toMatchObject({
      entries: ['2026-11-03 +500 EUR'],
    });
    expect(read('Date,Amount,Status\n2026-11-03,5.00,\n2026-11-04,6.00,booked')).toEqual({
      entries: ['2026-11-04 +600 EUR'],
      notes: ['Left out: 1 entry, which the bank does not call booked.'],
    });
  });

  it('are detected unless the mapping disables them', () => {
    const file = 'Date,Amount,Status\n2026-11-03,5.00,pending\n2026-11-04,-6.00,booked';
    const { guess } = shownTable(bytesOf(file));
    const { state: _, ...mapping } = csvMappingSchema.parse(guess);
    const result = parseStatement({ ask: 'entries', bytes: bytesOf(file), mapping });
    expect(result.ok && result.entries).toHaveLength(1);
    expect(read(file, { state: null })).toMatchObject({ entries: { length: 2 } });
  });

  it('are read from a second date column', () => {
    const file =
      'Posting,Date,Text,Amount\n2026-11-24,2026-11-24,A,5.00\nPrel 2026-11-25,2026-11-25,B,-6.00';
    expect(read(file, { date: 1 })).toEqual({
      entries: ['2026-11-24 +500 EUR'],
      notes: ['Left out: 1 entry, pending (“Prel 2026-11-25”).'],
    });
  });

  it('are listed in the error if the table has no booked row', () => {
    expect(read('Date,Amount,Status\n2026-11-03,5.00,pending')).toEqual({
      field: 'state',
      reason: expect.stringContaining('No row of this table is booked: pending (“pending”)'),
    });
  });
});

it('an import asks for an unclear encoding, and reads a table in the chosen one', () => {
  // 'Győr' in Windows-1250, which is 'Gyõr' in Windows-1252.
  const bytes = new Uint8Array(
    Buffer.from('Date,Amount,Text\n2026-11-04,5.00,Gy\xf5r\n', 'latin1'),
  );
  const asked = shownTable(bytes);
  expect(asked.encodings.slice(0, 2)).toEqual([
    { encoding: 'windows-1252', lines: ['2026-11-04,5.00,Gyõr'] },
    { encoding: 'windows-1250', lines: ['2026-11-04,5.00,Győr'] },
  ]);
  expect([asked.read, asked.problem?.field]).toEqual([null, 'encoding']);
  expect(read(bytes)).toMatchObject({ field: 'encoding' });
  const chosen = shownTable(bytes, { encoding: 'windows-1250' });
  expect(chosen).toMatchObject({ problem: null, guess: { encoding: 'windows-1250' } });
  expect(chosen.rows[0]?.[2]).toBe('Győr');
  expect(read(bytes, { encoding: 'windows-1250' })).toMatchObject({
    entries: ['2026-11-04 +500 EUR'],
  });
  // If a file shows its encoding, none is stored.
  expect(chosen.shown).not.toHaveProperty('encoding');
  expect(shownTable(bytesOf('Date,Amount\n2026-11-04,5.00')).shown).toHaveProperty('encoding');
});

it('an import includes the other CAMT entries if some cannot be read', () => {
  const entry = ([amount, currency]: string[]) =>
    `<Ntry><Amt${currency && ` Ccy="${currency}"`}>${amount}</Amt><CdtDbtInd>CRDT</CdtDbtInd><Sts><Cd>BOOK</Cd></Sts><BookgDt><Dt>2026-11-24</Dt></BookgDt></Ntry>`;
  const given = [
    ['12.345', 'KWD'],
    ['1.2345', 'KWD'],
    ['5.00', 'XXQ'],
    ['5.00', ''],
    ['310.000', 'KWD'],
  ];
  const file = `<Document xmlns="urn:iso:std:iso:20022:tech:xsd:camt.053.001.08"><BkToCstmrStmt><Stmt><Acct><Id><IBAN>KW81CBKU0000000000001234560101</IBAN></Id></Acct>${given.map(entry).join('')}</Stmt></BkToCstmrStmt></Document>`;
  expect(parseStatement({ ask: 'entries', bytes: bytesOf(file) })).toMatchObject({
    entries: [{ cents: 12_345 }, { cents: 310_000 }],
    notes: [
      'Entry 2 is not imported: “1.2345” is not an amount in KWD.',
      'Entry 3 is not imported: “XXQ” is not a known currency.',
      'Entry 4 is not imported: it has no currency.',
    ],
  });
});

describe('the currency of table rows', () => {
  it.each(['Euro', '€', '978', 'eur'])('can be written as %s', (cell) => {
    expect(read(`Date,Amount,Currency\n2026-11-27,5.00,${cell}`, {}, 'USD')).toMatchObject({
      entries: ['2026-11-27 +500 EUR'],
    });
  });

  it.each(['BTC', 'Orlanda', '123'])(
    'is not replaced by the default if the file names %s',
    (cell) => {
      const file = `Date,Amount,Currency\n2026-11-27,5.00,${cell}\n2026-11-28,6.00,USD`;
      expect(read(file, {}, 'USD')).toEqual({
        entries: ['2026-11-28 +600 USD'],
        notes: [`Line 2 is not imported: “${cell}” is not a known currency.`],
      });
    },
  );

  it('is the seller’s currency if an ambiguous word can mean it; otherwise the row is not imported', () => {
    const file = 'Date,Amount,Currency\n2026-11-27,5.00,kr\n2026-11-28,6.00,SFr.';
    expect(read(file, {}, 'NOK')).toMatchObject({
      entries: ['2026-11-27 +500 NOK', '2026-11-28 +600 CHF'],
    });
    expect(read(file, {}, 'USD')).toEqual({
      entries: ['2026-11-28 +600 CHF'],
      notes: [expect.stringMatching(/^Line 2 .* “kr” can be in .*NOK/)],
    });
  });

  it.each([
    ['Amount (GBP)', 'GBP'],
    ['Gutschrift in CHF', 'CHF'],
    ['Importo EUR', 'EUR'],
    ['Amount', 'USD'],
  ])('is read from the heading %s', (heading, currency) => {
    expect(read(`Date,${heading},Text\n2026-11-27,5.00,x`, {}, 'USD')).toMatchObject({
      entries: [`2026-11-27 +500 ${currency}`],
    });
  });

  it('must be entered if it contradicts the heading of the chosen column', () => {
    const file = 'Date,Text,CAD$,USD$\n2026-11-27,x,5.00,\n2026-11-28,x,,6.00';
    expect(shownTable(bytesOf(file)).guess.amount).toBeNull();
    expect(read(file, { amount: 2 }, 'USD')).toMatchObject({ field: 'currency' });
  });

  it.each(['Munteenheid', 'Devizanem', 'Plinth'])(
    'is read from currency codes in the column %s',
    (heading) => {
      const file = `Date,Amount,${heading},Text\n2026-11-27,5.00,EUR,x\n2026-11-28,6.00,HUF,x`;
      expect(read(file, {}, 'USD')).toMatchObject({
        entries: ['2026-11-27 +500 EUR', '2026-11-28 +600 HUF'],
      });
    },
  );

  it('must be chosen if several columns have different currency codes', () => {
    const file = 'Date,Amount,Plinth,Quoin\n2026-11-27,5.00,EUR,HUF\n2026-11-28,6.00,EUR,EUR';
    expect(read(file, {}, 'USD')).toEqual({
      field: 'currencyColumn',
      reason:
        'The columns “Plinth” and “Quoin” both have currencies. Please choose the one with the currency of the amounts.',
    });
    expect(read(file, { currencyColumn: 3 }, 'USD')).toMatchObject({
      entries: ['2026-11-27 +500 HUF', '2026-11-28 +600 EUR'],
    });
    expect(read('Date,Amount,Original currency\n2026-11-27,5.00,EUR', {}, 'USD')).toMatchObject({
      entries: ['2026-11-27 +500 USD'],
    });
  });

  it('cannot differ from the currency in the heading', () => {
    const file = 'Date,Amount (GBP)\n2026-11-27,5.00';
    expect(read(file, { currency: 'USD' })).toEqual({
      field: 'currency',
      reason:
        'The column “Amount (GBP)” has amounts in GBP, not in USD. Please enter GBP as the currency.',
    });
    expect(read('Date,Amount (GBP),Currency\n2026-11-27,5.00,USD').reason).toMatch(
      /^Line 2: “5.00” is not in USD/,
    );
  });
});

describe('the direction of amounts', () => {
  /** Mapping without a choice of the direction. */
  const open = { direction: undefined };

  it.each([
    ['Transaction Type', 'Deposit', 'Withdrawal'],
    ['D/C', 'C', 'D'],
    ['Unknown heading', 'Credit', 'Debit'],
    ['收/支', '收入', '支出'],
  ])('is read from %s with %s and %s', (heading, incoming, outgoing) => {
    const file = `Date,Text,Amount,${heading}\n2026-11-27,a,5.00,${incoming}\n2026-11-28,b,6.00,${outgoing}`;
    expect(read(file)).toEqual({
      entries: ['2026-11-27 +500 EUR', '2026-11-28 -600 EUR'],
      notes: [],
    });
  });

  it.each([
    ['Type', 'Fee'],
    ['Another heading', 'Charge'],
  ])('is not guessed from an unknown word in the column %s', (heading, word) => {
    const file = `Date,Text,Amount,${heading}\n2026-11-27,a,5.00,Credit\n2026-11-28,b,6.00,${word}`;
    expect(read(file)).toEqual({
      entries: ['2026-11-27 +500 EUR'],
      notes: [`Line 3 is not imported: “${word}” does not say whether money came in.`],
    });
  });

  it.each([
    ['Direction', 'Zu', 'Ab'],
    ['Transaction Type', 'Refund', 'Transfer'],
  ])('must be chosen if the column %s has no known word', (heading, one, other) => {
    const file = `Date,Amount,${heading}\n2026-11-27,5.00,${one}\n2026-11-28,6.00,${other}`;
    expect(read(file)).toEqual({
      field: 'direction',
      reason: `Line 2: “${one}” does not say whether money came in. Please choose what the words of this column mean, or another column.`,
    });
    expect(read(file, { direction: null })).toMatchObject({ entries: { length: 2 } });
  });

  it.each([
    ['Kind', 'Zufluss', 'Abfluss'],
    ['Plinth', 'INV-2026-0001', 'Paper'],
  ])(
    'must be chosen if no amount has a sign and the column %s has %s and %s',
    (heading, one, other) => {
      const file = `Date,Amount,${heading}\n2026-11-27,5.00,${one}\n2026-11-28,6.00,${other}`;
      expect(read(file, open)).toEqual({
        field: 'direction',
        reason: expect.stringMatching(/^No amount of this table has a sign/),
      });
      expect(read(file, { direction: null })).toEqual({
        entries: ['2026-11-27 +500 EUR', '2026-11-28 +600 EUR'],
        notes: [],
      });
      expect(read(file, { direction: 2, directionWords: { [one]: 'in', [other]: 'out' } })).toEqual(
        {
          entries: ['2026-11-27 +500 EUR', '2026-11-28 -600 EUR'],
          notes: [],
        },
      );
    },
  );

  it.each([
    ['Amount', '+5.00', '+6.00'],
    ['Amount', '5.00 CR', '6.00 CR'],
    ['Money in', '+5.00', '6.00'],
    ['Money in', '5.00', '6.00'],
  ])('needs no choice if the column %s has %s and %s', (heading, one, other) => {
    const file = `Date,${heading}\n2026-11-27,${one}\n2026-11-28,${other}`;
    expect(read(file, open)).toEqual({
      entries: ['2026-11-27 +500 EUR', '2026-11-28 +600 EUR'],
      notes: [],
    });
  });

  it.each(['1428.00CR', '+1428.00', '1428.00 H'])(
    'must be chosen if only some amounts are marked as credits: %s',
    (credit) => {
      const file = `Date,Text,Amount\n2026-11-24,A,${credit}\n2026-11-25,B,38.20\n2026-11-26,C,5.00`;
      const asked = {
        field: 'areCharges',
        reason: expect.stringContaining('Only money in is marked'),
      };
      expect(read(file)).toMatchObject(asked);
      expect(read(file, open)).toMatchObject(asked);
      expect(read(file, { areCharges: true })).toEqual({
        entries: ['2026-11-24 +142800 EUR', '2026-11-25 -3820 EUR', '2026-11-26 -500 EUR'],
        notes: [],
      });
      expect(read(file, { areCharges: false }).entries?.[1]).toBe('2026-11-25 +3820 EUR');
    },
  );

  it('is read from the direction column if only some amounts are marked as credits', () => {
    const file = (heading: string, out: string) =>
      `Date,Text,Amount,${heading}\n2026-11-24,A,1428.00CR,\n2026-11-25,B,38.20,${out}`;
    const entries = ['2026-11-24 +142800 EUR', '2026-11-25 -3820 EUR'];
    expect(read(file('Type', 'Withdrawal'), open)).toMatchObject({ entries });
    const directionWords = { Ab: 'out', Zu: 'in' } as const;
    const other = file('Plinth', 'Ab').replace('CR,', 'CR,Zu');
    expect(read(other, { direction: 3, directionWords })).toMatchObject({ entries });
  });

  it('is read from the CR or DR beside an amount, even if positive amounts are charges', () => {
    const file = 'Date,Text,Amount\n2026-11-24,A,5.00 CR\n2026-11-25,B,6.00 DR\n2026-11-26,C,7.00';
    expect(read(file, { areCharges: true })).toMatchObject({
      entries: ['2026-11-24 +500 EUR', '2026-11-25 -600 EUR', '2026-11-26 -700 EUR'],
    });
  });

  it('is money in for a single amount without a sign, with a note', () => {
    expect(read('Date,Amount,Kind\n2026-11-27,5.00,Abfluss', open)).toEqual({
      entries: ['2026-11-27 +500 EUR'],
      notes: ['The amount has no sign and is read as money in.'],
    });
  });

  it('cannot be money in if the heading of the chosen amounts means money out', () => {
    const file = 'Date,Money out,Text\n2026-11-27,5.00,a\n2026-11-28,6.00,b';
    expect(read(file, { amount: 1, debit: null })).toEqual({
      field: 'amount',
      reason: expect.stringMatching(/“Money out” has money out/),
    });
  });

  it('cannot be ignored if the words of its column contradict the signs of the amounts', () => {
    const file =
      'Date,Amount,Type\n2026-11-27,5.00,Deposit\n2026-11-28,6.00,Withdrawal\n2026-11-29,-1.00,Fee';
    expect(read(file, { direction: null })).toEqual({
      field: 'direction',
      reason: expect.stringMatching(/“Type” says “Withdrawal” beside an amount without a sign/),
    });
  });

  it('is proposed for each word of its column, and can be changed', () => {
    const file = (direction: string) =>
      bytesOf(`Date,Amount,Type\n2026-11-27,5.00,Deposit\n2026-11-28,6.00,${direction}`);
    const words = shownTable(file('Abfluss')).directionWords;
    expect(words).toEqual([
      { word: 'Deposit', direction: 'in' },
      { word: 'Abfluss', direction: null },
    ]);
    expect(
      read('Date,Amount,Type\n2026-11-27,5.00,Deposit', {
        directionWords: { Deposit: 'out' },
      }),
    ).toMatchObject({ entries: ['2026-11-27 -500 EUR'] });
  });

  it('is the sign of the amount if any amount is negative', () => {
    const file =
      'Date,Amount,Type\n2026-11-27,5.00,Faster payment\n2026-11-28,-6.00,Debit\n2026-11-29,7.00,Refund';
    expect(read(file)).toEqual({
      entries: ['2026-11-27 +500 EUR', '2026-11-28 -600 EUR', '2026-11-29 +700 EUR'],
      notes: [],
    });
  });

  it('is detected in the next file if the first file has only unknown words', () => {
    const columns = 'Date,Amount,Type\n';
    const first = bytesOf(`${columns}2026-11-27,5.00,Transfer`);
    const { guess, shown } = shownTable(first);
    const kept = { ...csvMappingSchema.parse(guess), ...shown };
    const next = bytesOf(`${columns}2026-12-01,5.00,Deposit\n2026-12-02,6.00,Withdrawal`);
    expect(parseStatement({ ask: 'entries', bytes: next, mapping: kept })).toMatchObject({
      entries: [{ isCredit: true }, { isCredit: false }],
    });
  });
});

describe('the account of table rows', () => {
  const german =
    'Auftragskonto;Buchungstag;Betrag\nDE02120300000000202051;27.11.2026;5,00\nGB29NWBK60161331926819;28.11.2026;-6,00\n';

  it('is read from each row if the file has several accounts', () => {
    const bytes = bytesOf(german);
    const { guess } = shownTable(bytes);
    expect(guess).toMatchObject({ account: 'DE02120300000000202051', accountColumn: 0 });
    expect(
      parseStatement({ ask: 'entries', bytes, mapping: csvMappingSchema.parse(guess) }),
    ).toMatchObject({
      entries: [{ account: 'DE02120300000000202051' }, { account: 'GB29NWBK60161331926819' }],
      notes: ['These are entries of 2 accounts: DE02120300000000202051, GB29NWBK60161331926819.'],
    });
  });

  it('is the account number if the file also names the account', () => {
    const file =
      'Bezeichnung Auftragskonto;IBAN Auftragskonto;Buchungstag;Betrag\nGeschäft;DE02120300000000202051;27.11.2026;5,00\n';
    expect(shownTable(bytesOf(file)).guess.account).toBe('DE02120300000000202051');
    const polish = '#Data operacji;#Rachunek;#Kwota\n2026-11-27;eKonto 1;5,00\n';
    expect(shownTable(bytesOf(polish)).guess).toMatchObject({ account: 'EKONTO1', iban: null });
  });

  it('is required in each row if the file has several accounts', () => {
    expect(read(`${german};29.11.2026;7,00\n`).notes).toContain(
      'Line 4 is not imported: it does not name its account.',
    );
  });

  it.each([
    ['Account Number,Date,Description,Amount\n31926819,2026-11-27,a,5.00', null],
    [
      'Date,Payee,Account Number,Amount\n2026-11-27,Ada,31926819,5.00\n2026-11-28,Bo,31926819,5.00',
      null,
    ],
    ['Date,Payee,Account Number,Amount\n2026-11-27,Ada,DE02120300000000202051,5.00', 2],
  ])('can be an account number, but not the other party’s: %s', (file, iban) => {
    const { guess } = shownTable(bytesOf(file));
    expect(guess.iban).toBe(iban);
    expect(guess.account).toBe(iban === null ? '31926819' : 'DE02120300000000202051');
  });
});

describe('the name column', () => {
  it.each([
    ['Naam;Bedrag;Naam tegenpartij', 'Wij;5,00;Ada', 2],
    ['Auftraggeberkonto;Betrag;Gegenkonto Name', '123456700;5,00;Ada', 2],
    ['Payee;Betrag', 'DE02120300000000202051;5,00', null],
    ['Name;Betrag', 'Wij;5,00', null],
    ['Debit (-);Credit (+);Payee', ';5,00;Ada', 2],
  ])('has the names of other parties: %s', (headings, row, name) => {
    const file = `Datum;${headings}\n27.11.2026;${row}\n28.11.2026;${row}`;
    expect(shownTable(bytesOf(file)).guess.name).toBe(name === null ? null : name + 1);
  });
});

it.each(['Empfänger E-Mail-Adresse;Name', 'Naar e-mailadres;Naam'])(
  'the name column is not the email column in %s',
  (headings) => {
    const file = `Datum;${headings};Betrag\n27.11.2026;a@example.com;Ada;5,00\n28.11.2026;b@example.com;Bo;6,00`;
    expect(shownTable(bytesOf(file)).guess.name).toBe(2);
  },
);

it('a table in an unknown language is read by its column names', () => {
  const file =
    'Дата операции;Номер карты;Статус;Сумма операции;Валюта операции;Описание\n03.11.2026 10:00:00;*1;OK;1428,00;RUB;a\n27.11.2026 10:00:00;*1;FAILED;-38,20;RUB;b';
  const { columns, guess } = shownTable(bytesOf(file), { currency: 'USD' });
  expect([columns[0], guess.headerLine]).toEqual(['Дата операции', 1]);
  expect(read(file, { date: 0, amount: 3 }, 'USD')).toEqual({
    entries: ['2026-11-03 +142800 RUB'],
    notes: ['Left out: 1 entry, denied (“FAILED”).'],
  });
  const greek = 'Ημερομηνία;Περιγραφή;Ποσό;Χ/Π\n27/11/2026;a;5,00;Π\n28/11/2026;b;38,20;Χ';
  expect(read(greek, { date: 0, amount: 2, direction: undefined })).toEqual({
    entries: ['2026-11-27 +500 EUR', '2026-11-28 -3820 EUR'],
    notes: [],
  });
  expect(shownTable(bytesOf('27.11.2026;a;5,00\n28.11.2026;b;6,00')).guess.headerLine).toBe(0);
});

it.each([
  ['Swedish', 'Bokföringsdag;Belopp;Rubrik', '2026/04/03;1428,00;INV'],
  ['Turkish', 'Tarih;Açıklama;Tutar', '03.04.2026;INV;1.428,00'],
  ['Swiss', 'Buchungsdatum;Belastung;Gutschrift;Beschreibung1', "03.04.2026;;1'428.00;INV"],
  ['Japanese', '日付;お引出金額;お預入金額;お取引内容', '2026.04.03;;1428;INV'],
])('%s headings are recognized', (_, heading, row) => {
  const bytes = bytesOf(`${heading}\n${row}`);
  const mapping = csvMappingSchema.parse(shownTable(bytes).guess);
  expect(parseStatement({ ask: 'entries', bytes, mapping })).toMatchObject({
    entries: [{ bookedOn: '2026-04-03', cents: 142_800, isCredit: true, reference: 'INV' }],
  });
});

it.each([
  'SALDO ANTERIOR',
  'Saldo do dia',
  'Saldo a la fecha',
  'SALDO LIQUIDO FINALE',
  'SALDO EM 27/11/2026',
  'Opening balance',
  'BALANCE B/F',
  'C/F',
  'Closing Bal',
  'Balance as on 27-11-2026',
  'Nouveau solde au 27/11/2026',
  'SOLDE AU 01/11/2026',
  'TOTAL DES MOUVEMENTS',
  'Total',
  'Gesamtsumme:',
  'Totaal bij',
  'Likutis pradžiai',
  'Apyvarta',
  'Atlikums perioda sākumā',
  'Apgrozījums',
  'Algsaldo',
  'Lõppsaldo',
  'Käive',
  'Nyitó egyenleg',
  'Počáteční zůstatek',
  'Početno stanje',
  'Sold final',
  'Rulaj total',
  'Ingående saldo',
  'Utgående saldo',
  'Ultimosaldo',
  'Alkusaldo',
  'Devreden bakiye',
  'Kapanış bakiyesi',
  'Исходящий остаток',
  'Обороты за период',
  'Вхідний залишок',
  'Υπόλοιπο έναρξης',
  'Số dư đầu kỳ',
  'SALDO AKHIR',
  '前月繰越',
  '繰越残高',
  '期末余额',
  '이월잔액',
  'ยอดยกมา',
  'יתרת סגירה',
  'الرصيد الافتتاحي',
])('the balance or total %s is not read as an entry', (text) => {
  for (const heading of ['Description', 'Unknown']) {
    const file = `Date,${heading},Amount\n2026-11-27,${text},1000.00\n2026-11-28,${text} INV-1,+5.00`;
    expect(read(file)).toEqual({
      entries: ['2026-11-28 +500 EUR'],
      notes: ['Left out: 1 of the rows, which are balances or totals.'],
    });
  }
});

it.each([
  ['Westpac', 'Date,Amount,Other Party,Reference,Analysis Code', [3, 4]],
  ['DBS', 'Transaction Date,Debit Amount,Credit Amount,Transaction Ref1,Transaction Ref2', [3, 4]],
  ['KBC', 'Datum,Bedrag,gestructureerde mededeling,Vrije mededeling', [2, 3]],
  ['Alipay', '交易时间,交易对方,商品说明,收/支,金额', [2]],
  ['Greek banks', 'Ημερομηνία,Αιτιολογία,Χρέωση,Πίστωση', [1]],
])('the payment reference is read from the text columns of %s', (_, columns, reference) => {
  const { guess } = shownTable(bytesOf(`${columns}\n${columns.replaceAll(/[^,]+/g, 'x1')}`));
  expect(guess.reference).toEqual(reference);
});

it('further columns without a heading belong to the payment reference', () => {
  const file =
    'Data operacji,Kwota,Opis transakcji,,\n2026-11-27,5.00,Nadawca: Ada,Tytuł: INV-2026-0001,\n2026-11-28,-6.00,Karta,,';
  expect(shownTable(bytesOf(file)).guess.reference).toEqual([2, 3]);
});

it('text columns are proposed as the payment reference if no heading names it', () => {
  const file =
    'Date,Plinth,Quoin,Amount,Same,Name\n2026-11-27,Ada INV-2026-0001,7,5.00,x,Ada\n2026-11-28,Paper,8,-6.00,x,Bo';
  expect(shownTable(bytesOf(file)).guess.reference).toEqual([1]);
});

it.each(['Pending transactions', 'Vorgemerkte Umsätze', 'En attente'])(
  'entries below the line “%s” are left out until the next section',
  (title) => {
    const booked = '2026-11-24,A,5.00\n2026-11-25,B,-6.00';
    const entries = ['2026-11-24 +500 EUR', '2026-11-25 -600 EUR'];
    const pending = `${title},,\n2026-11-26,C,7.00\n2026-11-27,D,-8.00`;
    const left = `Left out: 2 entries, pending (“${title}”).`;
    const header = 'Date,Text,Amount';
    for (const rows of [
      `${booked}\n${pending}`,
      `${pending}\nBooked,,\n${booked}`,
      `${pending}\nKonto,,\n${booked}`,
      `${pending}\n${header}\n${booked}`,
    ]) {
      const result = read(`${header}\n${rows}`);
      expect(result.entries).toEqual(entries);
      expect(result.notes).toContain(left);
    }
  },
);

it('values between apostrophes are read', () => {
  const file =
    "'Fecha','Descripción','Cargo/Abono','Importe'\n'24112026','A','+','1428.00'\n'25112026','B','-','38.20'";
  for (const text of [file, file.replace(/'Fecha.*/, 'Fecha,Descripción,Cargo/Abono,Importe')]) {
    expect(read(text, { direction: 2 }, 'MXN')).toMatchObject({
      entries: ['2026-11-24 +142800 MXN', '2026-11-25 -3820 MXN'],
    });
  }
});

it('values that are written as formulas are read', () => {
  const file = 'Date,Text,Amount\n="2026-11-27","=""x""",="1,234.50"\n';
  expect(shownTable(bytesOf(file)).rows).toEqual([['2026-11-27', 'x', '1,234.50']]);
});

it('the day-month order must be chosen unless a seller in the United States has a table in dollars', () => {
  const file = (currency: string) => bytesOf(`Date,Amount,Currency\n05-11-2026,5.00,${currency}`);
  const options = { currency: 'USD', isMonthFirst: true };
  expect(shownTable(file('EUR'), options).guess.dateOrder).toBeNull();
  expect(shownTable(file('USD'), options).guess.dateOrder).toBe('mdy');
});

it.each([
  [
    'DKB',
    'Buchungsdatum;Wertstellung;Status;Zahlungspflichtige*r;Zahlungsempfänger*in;Verwendungszweck;Umsatztyp;IBAN;Betrag (€)\n27.11.26;27.11.26;Gebucht;Ada;Wir;a;Eingang;DE89370400440532013000;5,00\n28.11.26;28.11.26;Gebucht;Wir;Bo;b;Ausgang;DE02120300000000202051;-6,00',
  ],
  [
    'Capital One',
    'Account Number,Transaction Date,Transaction Amount,Transaction Type,Transaction Description,Balance\n1234,2026-11-27,5.00,Credit,a,5.00\n1234,2026-11-28,6.00,Debit,b,-1.00',
  ],
  [
    'PayPal',
    '"Date","Time","TimeZone","Name","Type","Status","Currency","Gross","Fee","Net","Transaction ID"\n"27/11/2026","10:00:00","CET","Ada","Express Checkout Payment","Completed","EUR","5.00","-0.30","4.70","A1"\n"28/11/2026","10:00:00","CET","Bo","General Payment","Completed","EUR","-6.00","0.00","-6.00","A2"',
  ],
  [
    'Stripe payouts',
    'id,Amount,Created (UTC),Currency,Arrival Date (UTC),Description,Status\npo_1,5.00,2026-11-27 10:00,eur,2026-11-29 00:00,STRIPE PAYOUT,paid\npo_2,-6.00,2026-11-28 10:00,eur,2026-11-30 00:00,STRIPE PAYOUT,paid',
  ],
  [
    'mBank',
    '#Data operacji;#Opis operacji;#Rachunek;#Kategoria;#Kwota\n2026-11-27;a;mKonto 1;x;5,00 EUR\n2026-11-28;b;mKonto 1;x;-6,00 EUR',
  ],
  [
    'PostFinance',
    'Buchungsdatum;Bewegungstyp;Avisierungstext;Gutschrift in EUR;Lastschrift in EUR;Label;Kategorie;Valuta;Saldo in EUR\n="27.11.2026";x;a;="5.00";;;;="27.11.2026";\n="28.11.2026";x;b;;="-6.00";;;="28.11.2026";',
  ],
  [
    'Revolut Business',
    'Date started (UTC),Date completed (UTC),ID,Type,State,Description,Reference,Payer,Orig currency,Orig amount,Payment currency,Amount,Fee,Balance,Account\n2026-11-27,2026-11-27,1,TOPUP,COMPLETED,a,a,Ada,GBP,4.00,EUR,5.00,0.00,5.00,Main\n2026-11-28,2026-11-28,2,TRANSFER,COMPLETED,b,b,,EUR,-6.00,EUR,-6.00,0.00,-1.00,Main',
  ],
  [
    'Monzo',
    'Transaction ID,Date,Time,Type,Name,Emoji,Category,Amount,Currency,Local amount,Local currency,Notes and #tags,Description,Money Out,Money In\ntx_1,27/11/2026,10:00,Faster payment,Ada,,Income,5.00,EUR,5.00,EUR,,a,,5.00\ntx_2,28/11/2026,10:00,Card payment,Bo,,Shopping,-6.00,EUR,-6.00,EUR,,b,-6.00,',
  ],
])('the columns of %s are read', (_, file) => {
  expect(read(file, {}, 'EUR')).toEqual({
    entries: ['2026-11-27 +500 EUR', '2026-11-28 -600 EUR'],
    notes: [],
  });
});

describe('the currency column', () => {
  const tinkoff =
    'Дата операции;Сумма операции;Валюта операции;Сумма платежа;Валюта платежа;Описание\n2026-11-24;-1,00;USD;-92,20;RUB;A\n2026-11-25;500,00;RUB;500,00;RUB;B';
  const mollie =
    'Date,Amount,Currency,Description,Settlement amount,Settlement currency\n2026-11-24,1500.00,USD,A,1428.00,EUR\n2026-11-25,-20.00,USD,B,-19.00,EUR';

  it('is the column that shares a word with the amount heading', () => {
    expect(read(tinkoff, { amount: 3, currencyColumn: 4 })).toMatchObject({
      entries: ['2026-11-24 -9220 RUB', '2026-11-25 +50000 RUB'],
    });
    expect(read(tinkoff, { amount: 3, currencyColumn: 2 })).toMatchObject({
      field: 'currencyColumn',
      reason: expect.stringContaining('“Валюта платежа”, not in “Валюта операции”'),
    });
    expect(read(mollie)).toMatchObject({
      entries: ['2026-11-24 +150000 USD', '2026-11-25 -2000 USD'],
    });
    expect(read(mollie, { amount: 4 })).toMatchObject({
      field: 'currencyColumn',
      reason: expect.stringContaining('“Settlement currency”, not in “Currency”'),
    });
    const compound = mollie
      .replace('Settlement amount', 'Kontobetrag')
      .replace('Settlement currency', 'Kontowährung');
    expect(read(compound, { amount: 4 })).toMatchObject({ field: 'currencyColumn' });
  });

  it('can be any column if the headings are unclear, and a note names another one beside the amounts', () => {
    const file = (columns: string) =>
      `${columns}\n2026-11-24,A,USD,B,5.00,EUR\n2026-11-25,C,USD,D,-6.00,EUR`;
    expect(
      read(file('Date,Text,Currency code,Note,Paid out sum,Unit'), {
        amount: 4,
        currencyColumn: 2,
      }),
    ).toMatchObject({
      entries: ['2026-11-24 +500 USD', '2026-11-25 -600 USD'],
      notes: [expect.stringContaining('but “Unit” is beside the amounts')],
    });
  });
});

describe('refunded parts of payments', () => {
  it.each(['Amount Refunded', 'Erstatteter Betrag'])(
    'in the column %s prevent the import of the payment, with the reason',
    (heading) => {
      const file = `Date,Text,Amount,${heading}\n2026-11-24,A,500.00,200.00\n2026-11-25,B,300.00,0.00\n2026-11-26,C,-3.00,`;
      expect(read(file)).toMatchObject({
        entries: ['2026-11-25 +30000 EUR', '2026-11-26 -300 EUR'],
        notes: [expect.stringContaining('Line 2 is not imported: “200.00” of it was paid back')],
      });
    },
  );
});

describe('a heading for booking states', () => {
  it('makes its column the state column, even if some of its words are unknown', () => {
    const file = (word: string) =>
      `Date,Payee,Cleared,Amount\n2026-11-24,A,Cleared,5.00\n2026-11-25,B,Uncleared,6.00\n2026-11-26,C,${word},-7.00`;
    expect(read(file('Reconciled'))).toMatchObject({
      entries: ['2026-11-24 +500 EUR', '2026-11-26 -700 EUR'],
      notes: ['Left out: 1 entry, pending (“Uncleared”).'],
    });
    expect(read(file('Checked')).notes).toContainEqual(
      expect.stringContaining('“Checked” does not say whether the entry is booked'),
    );
  });

  it.each(['Cleared', 'Clr'])('such as %s allows letters and an asterisk as states', (heading) => {
    const file = `Date,Payee,${heading},Amount\n2026-11-23,A,C,5.00\n2026-11-24,B,R,6.00\n2026-11-25,C,*,7.00\n2026-11-26,D,,-8.00`;
    expect(read(file)).toEqual({
      entries: ['2026-11-23 +500 EUR', '2026-11-24 +600 EUR', '2026-11-25 +700 EUR'],
      notes: ['Left out: 1 entry, which the bank does not call booked.'],
    });
  });

  it('is not needed if most words of the column are states', () => {
    const file = (heading: string, words: string[]) =>
      `Date,Text,${heading},Amount\n${words.map((word, at) => `2026-11-2${at},A${at},${word},-${at + 5}.00`).join('\n')}`;
    expect(read(file('Progress', ['Posted', 'Posted', 'Pending', 'Zorp']))).toEqual({
      entries: ['2026-11-20 -500 EUR', '2026-11-21 -600 EUR'],
      notes: [
        'Line 5 is not imported: “Zorp” does not say whether the entry is booked.',
        'Left out: 1 entry, pending (“Pending”).',
      ],
    });
    expect(read(file('Kind', ['Payment received', 'Refund', 'Fee']))).toMatchObject({
      entries: { length: 3 },
    });
  });

  it('such as “Cleared Date” marks rows without this date as not booked', () => {
    const file =
      'Date,Payee,Cleared Date,Amount\n2026-11-24,A,2026-11-25,5.00\n2026-11-25,B,,-6.00';
    expect(read(file, { date: 0 })).toMatchObject({
      entries: ['2026-11-24 +500 EUR'],
      notes: [expect.stringContaining('Left out: 1 entry')],
    });
  });
});

describe('heading words that may be a currency', () => {
  it.each(['Montant livré', 'Amounts won', 'Amount_all', 'Amount 008'])(
    'are noted, and the amounts are read in the chosen currency: %s',
    (heading) => {
      const file = `Date,Text,${heading}\n2026-11-24,A,5.00\n2026-11-25,B,-6.00`;
      expect(read(file, { amount: 2, currency: 'EUR' })).toMatchObject({
        entries: ['2026-11-24 +500 EUR', '2026-11-25 -600 EUR'],
        notes: [expect.stringContaining('Its amounts are read in EUR')],
      });
      expect(shownTable(bytesOf(file)).guess.currency).toBe('EUR');
    },
  );

  it('mean the currency if the account is in that currency', () => {
    const file = 'Date,Text,Amount (ALL)\n2026-11-24,A,500\n2026-11-25,B,-6';
    expect(read(file, { currency: 'ALL' }, 'ALL')).toEqual({
      entries: ['2026-11-24 +50000 ALL', '2026-11-25 -600 ALL'],
      notes: [],
    });
  });
});

describe('dates as numbers', () => {
  it.each([
    ['46350.5', '46351.75', 'days'],
    ['1763985600', '1764072000', 'seconds'],
    ['1763985600000', '1764072000000', 'milliseconds'],
  ])('such as %s are read and noted', (one, other, unit) => {
    const days = unit === 'days' ? ['2026-11-24', '2026-11-25'] : ['2025-11-24', '2025-11-25'];
    expect(read(`Date,Text,Amount\n${one},A,5.00\n${other},B,-6.00`)).toEqual({
      entries: [`${days[0]} +500 EUR`, `${days[1]} -600 EUR`],
      notes: [expect.stringContaining(`Dates are read as ${unit}`)],
    });
  });

  it.each(['24/11', 'Nov 24', '2411'])(
    'without a year, such as %s, are rejected with advice',
    (day) => {
      expect(read(`Date,Text,Amount\n${day},A,5.00\n${day},B,-6.00`)).toMatchObject({
        reason: expect.stringMatching(/has no year. Please export dates with their year/),
      });
    },
  );
});

describe('direction letters', () => {
  const file = (one: string, other: string) =>
    `Date,Text,Type,Amount\n2026-11-24,A,${one},1428.00\n2026-11-25,B,${other},20.00\n2026-11-26,C,${one},5.00`;

  it('mean deposit and withdrawal if they are D and W', () => {
    expect(read(file('D', 'W'), { direction: 2 })).toMatchObject({
      entries: ['2026-11-24 +142800 EUR', '2026-11-25 -2000 EUR', '2026-11-26 +500 EUR'],
    });
  });

  it('must all be defined if one of them is unknown', () => {
    expect(read(file('D', 'Q'), { direction: 2 })).toMatchObject({ field: 'direction' });
    expect(
      read(file('D', 'Q'), { direction: 2, directionWords: { D: 'in', Q: 'out' } }),
    ).toMatchObject({
      entries: ['2026-11-24 +142800 EUR', '2026-11-25 -2000 EUR', '2026-11-26 +500 EUR'],
    });
  });
});

it('memo rows are left out, because they move no money', () => {
  const file =
    'Date,Name,Status,Gross,Balance Impact\n2026-11-24,A,Completed,10.00,Credit\n2026-11-25,B,Completed,1428.00,Memo\n2026-11-26,C,Completed,-4.00,Debit';
  expect(read(file)).toMatchObject({
    entries: ['2026-11-24 +1000 EUR', '2026-11-26 -400 EUR'],
    notes: ['Left out: 1 entry, not booked (“Memo”).'],
  });
});

describe('repeated headings', () => {
  const file = (title: string, heading = 'Date,Description,Amount') =>
    `Account 1 (EUR)\nDate,Description,Amount\n2026-11-24,A,5.00\n2026-11-25,B,-6.00\n\n${title}\n${heading}\n2026-11-26,C,500.00`;

  it.each([file('Account 2 (USD)'), file('', 'Date,Text,Amount')])(
    'begin another table if they differ or follow another account, and its rows are not read: %s',
    (text) => {
      expect(read(text)).toMatchObject({
        entries: ['2026-11-24 +500 EUR', '2026-11-25 -600 EUR'],
        notes: expect.arrayContaining([
          expect.stringContaining('it belongs to another table, which begins in line'),
        ]),
      });
    },
  );

  it.each(['', 'Page 2 of 3'])('on a further page belong to the same table: %s', (title) => {
    expect(read(file(title)).entries).toHaveLength(3);
  });
});
