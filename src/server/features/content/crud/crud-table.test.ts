import { describe, expectTypeOf, it } from 'vitest';

import { services } from '~/server/platform/db/schema/services';
import { changesOf, type Exactly, newRowOf } from '~/server/platform/db/values';
import type { createCrud } from './crud-service';
import type { ChangesOf, NewRowOf } from './crud-table';

type Crud = ReturnType<typeof createCrud<typeof services>>;

const known = { name: 'Audit', description: 'Thorough', priceCents: 100 };

/** The functions in these tests are only compiled, never run, to test the types. */
describe('a field of a row', () => {
  it('without a column does not compile in a new row and in changes', () => {
    const crud = {} as Crud;
    const stray = { ...known, noSuchColumn: '' };
    void (() => [
      crud.create('system', known),
      // @ts-expect-error services have no column `noSuchColumn`
      crud.create('system', stray),
      // @ts-expect-error
      crud.update('system', 1, { noSuchColumn: '' }),
      // @ts-expect-error a required column is missing
      crud.create('system', { name: 'Audit' }),
      // @ts-expect-error of the wrong type
      crud.update('system', 1, { name: 5 }),
      // @ts-expect-error only the product sets the position
      crud.update('system', 1, { position: 5 }),
    ]);
  });

  it('without a column does not compile in other inserts and updates', () => {
    const stray = { ...known, slug: 'audit', noSuchColumn: '' };
    void (() => [
      newRowOf(services, { ...known, slug: 'audit' }),
      // @ts-expect-error services have no column `noSuchColumn`
      newRowOf(services, stray),
      // @ts-expect-error
      changesOf(services, { noSuchColumn: '' }),
    ]);
  });

  it('with a column compiles', () => {
    expectTypeOf<{ name: string }>().toExtend<ChangesOf<typeof services>>();
    expectTypeOf<typeof known>().toExtend<NewRowOf<typeof services>>();
    expectTypeOf<Exactly<{ a: 1 }, { a: 1; b: 2 }>['b']>().toEqualTypeOf<never>();
  });
});
