import { expect, it } from 'vitest';

import { textOfPdf } from '~/testing/pdf-text';
import { sampleProposal } from '~/testing/proposals';
import type { AcceptanceRecord } from './proposal-pdf';
import { renderPdf } from './render';

const [design] = sampleProposal().items;
if (!design) throw new Error('no item');
const option = (description: string, more: object = {}) => ({
  ...design,
  description,
  optional: true,
  ...more,
});
const proposal = sampleProposal({
  items: [
    design,
    option('On our server', { choice: 'Hosting' }),
    option('In a cloud', { choice: 'Hosting', preselected: true }),
    option('Photographs', { preselected: true }),
    option('A film'),
  ],
});

const accepted: AcceptanceRecord = {
  name: 'Ada Byron',
  acceptedAt: '2026-11-23T09:00:00.000Z',
  ip: '203.0.113.7',
  userAgent: 'A browser',
  signedInAs: '',
  contentHash: 'a'.repeat(64),
  version: 1,
  optionalItems: [1, 4],
};

const textOf = async (acceptance?: AcceptanceRecord, shown = proposal) =>
  textOfPdf(
    await renderPdf(
      { kind: 'proposal', content: [shown, acceptance] },
      { rust: '#b4471a', paper: '#fbf8f2', typeface: null },
    ),
  );

// Runs first, because the font library caches what it has read.
it('a PDF has all characters, even if an earlier document used some glyphs of the font', async () => {
  // The font draws "_" with the glyph of "–".
  expect(await textOf(undefined, { ...proposal, intro: 'new_website' })).toContain('new_website');
  expect(await textOf(accepted)).toContain('19% – A film');
});

it('a PDF shows which options can be chosen, and which of them the total includes', async () => {
  const text = await textOf();
  for (const part of [
    'On our server (option of Hosting)',
    'In a cloud (option of Hosting; included in the total)',
    'Photographs (optional; included in the total)',
    'A film (optional)',
  ]) {
    expect(text).toContain(part);
  }
});

it('the PDF of an accepted proposal shows the chosen options', async () => {
  const text = await textOf(accepted);
  for (const part of [
    'On our server (option of Hosting; selected)',
    'In a cloud (option of Hosting; not selected)',
    'Photographs (not selected)',
    'A film (selected)',
  ]) {
    expect(text).toContain(part);
  }
  // Options that were not chosen are shown without an amount.
  expect(text).toContain('Photographs (not selected) 1 $100.00 19% – A film');
  expect(text.indexOf('Accepted by Ada Byron')).toBeGreaterThan(text.indexOf('Payment schedule'));
});
