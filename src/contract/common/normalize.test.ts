import fc from 'fast-check';
import { describe, expect, it } from 'vitest';

import { normalizeCode, normalizeEmail, normalizeLine, normalizeText, weightOf } from './normalize';

describe('normalizeLine', () => {
  it.each([
    ['Ines\u200b Quist', 'Ines Quist'],
    ['\u2068Ines\u2069 Quist\u200f', 'Ines Quist'],
    ['\ufeff  Ines\u00adQuist \u3164', 'InesQuist'],
    ['Jose\u0301', 'José'],
    ['a\u200db', 'ab'],
    ['Ada\u{e0041}\u{e0042}', 'Ada'],
    ['\u2800\u3164\u200b', ''],
    // Joiners that scripts, emoji and flags need are kept.
    ['می\u200cخواهم', 'می\u200cخواهم'],
    ['क्\u200dष', 'क्\u200dष'],
    ['👩\u200d👧', '👩\u200d👧'],
    ['🏴󠁧󠁢󠁥󠁮󠁧󠁿', '🏴󠁧󠁢󠁥󠁮󠁧󠁿'],
    ['❤\ufe0f\u200d🔥', '❤\ufe0f\u200d🔥'],
  ])('%j becomes %j', (given, normal) => {
    expect(normalizeLine(given)).toBe(normal);
  });
});

describe('normalizeText', () => {
  it.each([
    [
      'First line\u000bsecond line\u000bthird “quoted” – done.',
      'First line\nsecond line\nthird “quoted” – done.',
    ],
    ['One\u2028two\u2029three\u000cfour\u0085five', 'One\ntwo\nthree\nfour\nfive'],
    ['a\u0007b\tc\r\nd', 'ab\tc\r\nd'],
    // Direction marks are kept in a text with both directions.
    ['שלום \u200fABC\u200e!', 'שלום \u200fABC\u200e!'],
  ])('%j becomes %j', (given, normal) => {
    expect(normalizeText(given)).toBe(normal);
  });

  it('keeps NUL and lone surrogates for validation to reject', () => {
    expect(normalizeText('a\u0000é')).toBe('a\u0000é');
    expect(normalizeText('a\ud800é')).toBe('a\ud800é');
  });

  it('returns the same text when it is applied again, for any hostile text', () => {
    const hostile = fc.string({
      unit: fc.constantFrom(
        'a',
        'é',
        '\u0301',
        ' ',
        '\n',
        '\u200b',
        '\u200d',
        'م',
        '🏴',
        '\u{e0067}',
        '\u200f',
        '👩',
        '\u0007',
      ),
      maxLength: 30,
    });
    fc.assert(
      fc.property(hostile, (text) => {
        for (const normalize of [normalizeText, normalizeLine]) {
          const once = normalize(text);
          expect(normalize(once)).toBe(once);
        }
      }),
    );
  });
});

describe('normalizeCode', () => {
  it.each([
    ['١٢٣٤٥٦', '123456'],
    ['۱۲۳۴۵۶', '123456'],
    ['१२३४५६', '123456'],
    ['１２３４５６', '123456'],
    ['𝟏𝟐𝟑𝟜𝟝𝟞', '123456'],
    ['\u202a+45 2012 3456 78\u202c', '+45 2012 3456 78'],
    ['＋４５ ２０', '+45 20'],
  ])('%j becomes %j', (given, normal) => {
    expect(normalizeCode(given)).toBe(normal);
  });
});

describe('normalizeEmail', () => {
  it.each([
    ['info@пример.рф', 'info@xn--e1afmkfd.xn--p1ai'],
    ['info@XN--E1AFMKFD.XN--P1AI', 'info@xn--e1afmkfd.xn--p1ai'],
    ['ines@bücher.example', 'ines@xn--bcher-kva.example'],
    ['ines@例え。jp', 'ines@xn--r8jz45g.jp'],
    ['ines\u200b@quist.example', 'ines@quist.example'],
    ['Ines@Quist.Example', 'Ines@Quist.Example'],
    ['nobody', 'nobody'],
    ['a@b/ü.example', 'a@b/ü.example'],
  ])('%j becomes %j', (given, normal) => {
    expect(normalizeEmail(given)).toBe(normal);
  });
});

it('weightOf counts letters of scripts without case twice', () => {
  expect(['李', 'あ', '김', 'ก', '請回電謝謝'].map(weightOf)).toEqual([2, 2, 2, 2, 10]);
  expect(['A', 'ß', 'Я', 'ª', '12'].map(weightOf)).toEqual([1, 1, 1, 1, 2]);
});
