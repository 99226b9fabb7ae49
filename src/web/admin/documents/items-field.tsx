import { DragDropContext, Droppable } from '@hello-pangea/dnd';
import { Button, Fieldset, Text } from '@mantine/core';
import { type KeyboardEvent, useRef } from 'react';

import { choicesOf } from '~/contract/documents/choices';
import { itemsMax } from '~/contract/documents/documents';
import type { Discount } from '~/contract/documents/money';
import { useMayChange } from '~/web/admin/form/read-only';
import type { FieldErrors } from '~/web/lib/form-errors';
import { IconPlus } from '~/web/ui/icons';
import { DocumentTotals } from './document-totals';
import './documents.css';
import {
  changeItem,
  type ItemDraft,
  type ItemTax,
  isBlankItem,
  itemErrors,
  moveItem,
  newItem,
  shownCategory,
  toItems,
} from './item-drafts';
import { ItemRow } from './item-row';

/**
 * Field for the items of a proposal or an invoice, with their totals. Enter adds an item below; Alt and an arrow key, or
 * the handle, moves an item.
 */
export function ItemsField(props: {
  items: readonly ItemDraft[];
  currency: string;
  /** Tax of a new item if there is no item above it. */
  defaultTax: ItemTax;
  /** Standard rate in percent, for sellers who charge VAT. Items then show their tax category. */
  categoriesAt?: string | undefined;
  /** Country of the seller, which determines the name of the tax. */
  sellerCountry?: string | undefined;
  /**
   * True to show unit and tax category only if an item has a unit, or a different category than the
   * proposed one.
   */
  isSimple?: boolean;
  /** True if items can be optional. */
  withOptional?: boolean;
  discount?: Discount | null;
  /** Errors from the server, by path, such as 'items.0.unitPrice'. */
  errors?: FieldErrors;
  /** Called with a function rather than the new items, because two changes can occur before the next render. */
  onChange(change: (before: readonly ItemDraft[]) => readonly ItemDraft[]): void;
}) {
  const { items, currency, defaultTax, withOptional = false, discount, onChange } = props;
  const { isSimple = false, categoriesAt } = props;
  const withUnits = !isSimple || items.some(({ unit }) => unit !== '');
  const withCategories =
    categoriesAt !== undefined &&
    (!isSimple ||
      items.some(
        (item) => !isBlankItem(item) && shownCategory(item) !== shownCategory(defaultTax),
      ));
  const errors = itemErrors(items, props.errors ?? {}, { currency, withOptional });
  const mayChange = useMayChange();
  const rows = useRef<HTMLDivElement>(null);

  const focusItem = (key: string) =>
    requestAnimationFrame(() => {
      rows.current?.querySelector<HTMLInputElement>(`[data-item="${key}"] input`)?.focus();
    });

  const add = (at: number) => {
    if (items.length >= itemsMax) return;
    const item = newItem(items[at - 1] ?? defaultTax);
    onChange((before) => before.toSpliced(at, 0, item));
    focusItem(item.key);
  };

  const remove = (index: number) => {
    const neighbour = items[index + 1] ?? items[index - 1];
    onChange((before) => before.toSpliced(index, 1));
    if (neighbour) focusItem(neighbour.key);
  };

  const onKeyDown = (event: KeyboardEvent<HTMLElement>, index: number) => {
    const { target } = event;
    if (!(target instanceof HTMLInputElement) || !mayChange) return;
    // Enter has just selected a suggested description, so no item is added.
    if (event.key === 'Enter' && !event.defaultPrevented && !event.nativeEvent.isComposing) {
      event.preventDefault();
      add(index + 1);
    }
    const step = { ArrowUp: -1, ArrowDown: 1 }[event.key];
    if (step && event.altKey) {
      event.preventDefault();
      onChange((before) => moveItem(before, index, index + step));
      // Restores the focus, because browsers remove it from moved elements.
      requestAnimationFrame(() => target.focus());
    }
  };

  return (
    <Fieldset legend="Items" className="items-field">
      <DragDropContext
        onDragEnd={({ source, destination }) => {
          if (destination) onChange((before) => moveItem(before, source.index, destination.index));
        }}
      >
        <Droppable droppableId="items">
          {(list) => (
            <div
              ref={(element) => {
                list.innerRef(element);
                rows.current = element;
              }}
              {...list.droppableProps}
              className="item-rows"
              data-optional={withOptional}
              data-units={withUnits}
            >
              {items.map((item, index) => (
                <ItemRow
                  key={item.key}
                  item={item}
                  index={index}
                  currency={currency}
                  withOptional={withOptional}
                  categoriesAt={categoriesAt}
                  withUnits={withUnits}
                  withCategories={withCategories}
                  choices={[...choicesOf(items.filter((one) => one !== item)).keys()]}
                  errors={errors.get(item.key) ?? {}}
                  onChange={(part) => onChange((before) => changeItem(before, item.key, part))}
                  onRemove={() => remove(index)}
                  onKeyDown={(event) => onKeyDown(event, index)}
                />
              ))}
              {list.placeholder}
            </div>
          )}
        </Droppable>
      </DragDropContext>
      {props.errors?.items && (
        <Text c="red" fz="sm" role="alert">
          {props.errors.items}
        </Text>
      )}
      <div className="items-foot">
        {mayChange && (
          <div>
            <Button
              variant="default"
              size="xs"
              leftSection={<IconPlus size={14} aria-hidden />}
              disabled={items.length >= itemsMax}
              onClick={() => add(items.length)}
            >
              Add item
            </Button>
            <Text c="dimmed" fz="xs" mt={6}>
              Press Enter to add an item, Alt + arrow key to move it.
            </Text>
          </div>
        )}
        <DocumentTotals
          items={toItems(items, currency)}
          currency={currency}
          sellerCountry={props.sellerCountry ?? ''}
          {...(discount !== undefined && { discount })}
        />
      </div>
    </Fieldset>
  );
}
