import { expect, it } from 'vitest';

import { predictedSlug } from '~/contract/common/slugs';
import { slugOf } from './slugs';

it.each([
  ['Straße und Übersee', 'strasse-und-ubersee'],
  ['København på nett', 'kobenhavn-pa-nett'],
  ['Łódź nad Wisłą', 'lodz-nad-wisla'],
  ['Ægir & œuvre', 'aegir-oeuvre'],
  ['港のサイト', 'gangnosaito'],
  ['Сайт для порта', 'sayt-dlya-porta'],
  ['Σχεδιασμός', 'schediasmos'],
  ['👋', 'wave'],
  ['…', 'service'],
  ['2026', 'service-2026'],
])('%s has the slug %s', (words, slug) => {
  expect(slugOf(words, 'service')).toBe(slug);
});

it('the browser predicts slugs of Latin letters only', () => {
  expect(predictedSlug('Café Über 3')).toBe('cafe-uber-3');
  expect(predictedSlug('Straße')).toBe('');
});
