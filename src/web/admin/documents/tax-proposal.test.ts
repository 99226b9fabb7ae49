import { expect, it } from 'vitest';

import { sampleItemDefaults } from '~/testing/proposals';
import { clientOf } from './client-draft';
import { newItem } from './item-drafts';
import { taxAdapter } from './tax-proposal';

it('restored items get the tax of the client’s present data, unless another tax was chosen', () => {
  const { seller, ...rest } = sampleItemDefaults();
  const defaults = { ...rest, seller: { ...seller, country: 'AT' as const, standardRate: '20' } };
  const of = (country: string, vatNumber: string) =>
    clientOf({ name: 'Uli', email: 'uli@example.com', company: 'Remo', country, vatNumber });
  const [wien, berlin] = [of('AT', 'ATU13585627'), of('DE', 'DE136695976')];
  const items = ['20', '10'].map((taxRate) => newItem({ taxRate, taxCategory: 'S' }));
  const restored = (typed: typeof wien, now: typeof wien, given = items) =>
    taxAdapter(defaults)({ client: now, items: given }, { client: typed, items: given }).items.map(
      ({ taxCategory, taxRate }) => `${taxCategory} ${taxRate}`,
    );
  expect(restored(wien, berlin, items.slice(0, 1))).toEqual(['AE 0']);
  expect(restored(berlin, wien, [newItem({ taxRate: '0', taxCategory: 'AE' })])).toEqual(['S 20']);
  expect(restored(berlin, wien)).toEqual(['S 20', 'S 10']);
});
