import { MantineProvider } from '@mantine/core';
import { screen, waitFor, within } from '@testing-library/react';
import { useState } from 'react';
import { describe, expect, it } from 'vitest';

import type { ItemSuggestion } from '~/contract/proposals/proposals-schema';
import { renderPart } from '~/testing/render';
import { type ItemDraft, toItemDrafts, toItems } from './item-drafts';
import { ItemsField } from './items-field';

const rescue: ItemSuggestion = {
  description: 'Site Rescue',
  detail: 'We mend what others left.',
  unit: 'site',
  unitPrice: '1299.50',
  taxRate: '19',
  source: 'service',
};

let shown: readonly ItemDraft[] = [];

function Form(props: {
  initial: ItemDraft[];
  withOptional?: boolean;
  errors?: Record<string, string>;
}) {
  const { initial, ...rest } = props;
  const [items, setItems] = useState<readonly ItemDraft[]>(initial);
  shown = items;
  return (
    <MantineProvider>
      <ItemsField
        items={items}
        currency="USD"
        defaultTax={{ taxRate: '7' }}
        onChange={setItems}
        {...rest}
      />
    </MantineProvider>
  );
}

const line = (description: string, unitPrice: string, more: object = {}) => ({
  description,
  quantity: '1',
  unitPrice,
  taxRate: '19',
  ...more,
});

const render = (items: Parameters<typeof toItemDrafts>[0], rest: object = {}) =>
  renderPart(<Form initial={toItemDrafts(items, 'USD')} {...rest} />, {
    answers: {
      admin: {
        proposals: {
          suggestions: ({ search }) =>
            'site rescue'.includes(search.toLowerCase()) ? [rescue] : [],
        },
      },
    },
  });

/** Finds the field, and not the list of suggestions with the same name. */
const field = (name: string) => screen.getByLabelText(name, { selector: 'input' });
const totals = () => screen.getByLabelText('Totals').textContent;

describe('the items of a document', () => {
  it('update amounts and totals while typing', async () => {
    const { user } = await render([line('Design', '100.00')]);
    expect(totals()).toContain('Total$119.00');
    await user.clear(field('Quantity of item 1'));
    await user.type(field('Quantity of item 1'), '1.5');
    expect(screen.getByText('Amount of item 1:').parentElement).toHaveTextContent('$150.00');
    expect(totals()).toBe('Subtotal$150.00Tax 19% of $150.00$28.50Total$178.50');
  });

  it('give the first line the tax rate of the settings', async () => {
    const { user } = await render([]);
    await user.click(screen.getByRole('button', { name: 'Add item' }));
    expect(field('Tax % of item 1')).toHaveValue('7');
  });

  it('are removed, and the next one gets the focus', async () => {
    const { user } = await render([line('First', '1'), line('Second', '2')]);
    await user.click(screen.getByRole('button', { name: 'Remove item 1' }));
    expect(shown.map(({ description }) => description)).toEqual(['Second']);
    await waitFor(() => expect(field('Description of item 1')).toHaveFocus());
  });

  it('have separate totals for optional items', async () => {
    const items = [line('Design', '100.00'), line('Pictures', '50.00', { optional: true })];
    const { user } = await render(items, { withOptional: true });
    expect(totals()).toContain('Total$119.00Total with all options$178.50');
    await user.click(screen.getByRole('checkbox', { name: 'Make item 2 optional' }));
    expect(totals()).toContain('Total$178.50');
    expect(totals()).not.toContain('Total with all options');
  });

  it('can be part of a choice while they are optional', async () => {
    const cloud = line('In a cloud', '20.00', {
      optional: true,
      choice: 'Hosting',
      preselected: true,
    });
    const { user } = await render([line('On our server', '50.00'), cloud], {
      withOptional: true,
      errors: { 'items.1.choice': '"Hosting" needs a second option' },
    });
    expect(screen.queryByLabelText('Option group of item 1')).toBeNull();
    expect(field('Option group of item 2')).toHaveValue('Hosting');
    expect(field('Option group of item 2')).toBeInvalid();
    await user.click(screen.getByRole('checkbox', { name: 'Make item 1 optional' }));
    await user.type(field('Option group of item 1'), ' Hosting ');
    expect(toItems(shown, 'USD')).toMatchObject([
      { optional: true, choice: 'Hosting' },
      { optional: true, choice: 'Hosting', preselected: true },
    ]);
    // The default item counts, because only one item of the choice can count.
    expect(totals()).toContain('Total$23.80Maximum total$59.50');

    await user.click(screen.getByRole('checkbox', { name: 'Selected by default: item 1' }));
    // Preselecting one item of a choice deselects the other one.
    expect(toItems(shown, 'USD').map(({ preselected }) => preselected)).toEqual([true, undefined]);
    await user.click(screen.getByRole('checkbox', { name: 'Make item 1 optional' }));
    expect(toItems(shown, 'USD')[0]).toEqual(line('On our server', '50.00', { optional: false }));
    expect(screen.queryByLabelText('Option group of item 1')).toBeNull();
    // If the item becomes optional again, its choice is restored.
    await user.click(screen.getByRole('checkbox', { name: 'Make item 1 optional' }));
    expect(toItems(shown, 'USD')[0]).toMatchObject({ choice: 'Hosting', preselected: true });
  });

  it('show errors at the field, including those from the server', async () => {
    const { user } = await render([line('', ''), line('Design', '1.005')], {
      errors: { 'items.0.unitPrice': 'A unit price has up to 6 decimals' },
    });
    // The empty item is not saved, so the first saved item is the second one on the screen.
    expect(screen.getByText('A unit price has up to 6 decimals')).toBeVisible();
    expect(field('Unit price of item 2')).toBeInvalid();
    await user.type(field('Unit price of item 1'), 'ten');
    const first = within(field('Description of item 1').closest('[data-item]') as HTMLElement);
    expect(first.getByText('A unit price is a number, such as 120.00')).toBeVisible();
    expect(first.getByText('Please describe the item')).toBeVisible();
  });
});
