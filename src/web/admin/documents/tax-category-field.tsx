import { NativeSelect } from '@mantine/core';

import {
  type TaxCategory,
  taxCategories,
  taxCategoryNames,
} from '~/contract/documents/tax-categories';
import { type ItemDraft, shownCategory } from './item-drafts';

const options = taxCategories.map((value) => ({ value, label: taxCategoryNames[value] }));

/**
 * Field for the tax category of an item. Selecting a tax-free category sets the rate to 0; selecting the standard rate
 * sets the rate in the settings.
 */
export function TaxCategoryField(props: {
  /** Name of the item, such as 'item 1'. */
  name: string;
  item: ItemDraft;
  /** Standard rate in percent. */
  standardRate: string;
  onChange(part: Partial<ItemDraft>): void;
}) {
  const { name, item, standardRate, onChange } = props;
  const shown = shownCategory(item);
  const choose = (taxCategory: TaxCategory) =>
    onChange({ taxCategory, taxRate: taxCategory === 'S' ? standardRate : '0' });
  return (
    <NativeSelect
      className="item-category"
      aria-label={`Tax category of ${name}`}
      size="xs"
      data={options}
      value={shown}
      onChange={({ currentTarget }) => {
        const chosen = taxCategories.find((one) => one === currentTarget.value);
        if (chosen && chosen !== shown) choose(chosen);
      }}
    />
  );
}
