import { Draggable } from '@hello-pangea/dnd';
import { Autocomplete, Checkbox, Textarea, TextInput } from '@mantine/core';
import type { KeyboardEvent } from 'react';

import { centsToAmount, formatAmount } from '~/contract/common/currencies';
import { choiceMax } from '~/contract/documents/documents';
import { lineCents } from '~/contract/documents/money';
import { useMayChange } from '~/web/admin/form/read-only';
import { IconAction } from '~/web/admin/ui/icon-action';
import type { FieldErrors } from '~/web/lib/form-errors';
import { IconGripVertical, IconX } from '~/web/ui/icons';
import { ItemDescription } from './item-description';
import { editedUnitPrice, type ItemDraft, isBlankItem, toItem } from './item-drafts';
import { TaxCategoryField } from './tax-category-field';

type TextKey = 'quantity' | 'unit' | 'unitPrice' | 'taxRate';

const columns: { key: TextKey; name: string; isNumber?: true; maxLength: number }[] = [
  { key: 'quantity', name: 'Quantity', isNumber: true, maxLength: 14 },
  { key: 'unit', name: 'Unit', maxLength: 20 },
  { key: 'unitPrice', name: 'Unit price', isNumber: true, maxLength: 24 },
  { key: 'taxRate', name: 'Tax %', isNumber: true, maxLength: 6 },
];

/** Row of an item: its fields, its amount, and a drag handle. */
export function ItemRow(props: {
  item: ItemDraft;
  index: number;
  currency: string;
  withOptional: boolean;
  withUnits: boolean;
  withCategories: boolean;
  /** Standard rate, if items have a category. */
  categoriesAt: string | undefined;
  /** Names of the choices of the other items. */
  choices: string[];
  errors: FieldErrors;
  onChange(part: Partial<ItemDraft>): void;
  onRemove(): void;
  onKeyDown(event: KeyboardEvent<HTMLElement>): void;
}) {
  const { item, index, currency, errors, onChange } = props;
  const mayChange = useMayChange();
  const name = `item ${index + 1}`;
  const amount = centsToAmount(
    isBlankItem(item) ? 0 : lineCents(toItem(item, currency), currency),
    currency,
  );
  return (
    <Draggable draggableId={item.key} index={index} isDragDisabled={!mayChange}>
      {(row) => (
        // biome-ignore lint/a11y/noStaticElementInteractions: the keys are those pressed in its fields
        <div
          ref={row.innerRef}
          {...row.draggableProps}
          className="item-row"
          data-item={item.key}
          onKeyDown={props.onKeyDown}
        >
          <div {...row.dragHandleProps} className="item-handle">
            <IconGripVertical size={18} aria-hidden />
            <span className="visually-hidden">
              Move {name}
              {item.description && `, ${item.description}`}
            </span>
          </div>
          <div className="item-words">
            <ItemDescription
              label={`Description of ${name}`}
              value={item.description}
              currency={currency}
              error={errors.description}
              onChange={(description) => onChange({ description })}
              // Keeps the tax, because it depends on the document's client.
              onChosen={({ description, detail, unit, unitPrice, taxRate }) =>
                onChange({
                  description,
                  detail,
                  unit,
                  unitPrice: editedUnitPrice(unitPrice, currency),
                  ...(props.categoriesAt === undefined && { taxRate }),
                })
              }
            />
            <Textarea
              aria-label={`Details of ${name}`}
              placeholder="Description (optional)"
              className="item-detail"
              autosize
              minRows={1}
              maxRows={8}
              maxLength={2000}
              value={item.detail}
              error={errors.detail}
              onChange={(event) => onChange({ detail: event.currentTarget.value })}
            />
          </div>
          {columns
            .filter(({ key }) => key !== 'unit' || props.withUnits)
            .map(({ key, name: column, isNumber, maxLength }) => (
              <TextInput
                key={key}
                label={column}
                aria-label={`${column} of ${name}`}
                className={`item-${key}`}
                data-number={isNumber}
                {...(isNumber && { inputMode: 'decimal' })}
                maxLength={maxLength}
                value={item[key]}
                error={errors[key]}
                onChange={(event) => onChange({ [key]: event.currentTarget.value })}
                // Selects the text, so that typing replaces an existing number.
                onFocus={(event) => isNumber && event.currentTarget.select()}
              />
            ))}
          <p className="item-amount">
            <span className="visually-hidden">Amount of {name}: </span>
            {formatAmount(amount, currency)}
          </p>
          {props.withCategories && props.categoriesAt !== undefined && (
            <TaxCategoryField
              name={name}
              item={item}
              standardRate={props.categoriesAt}
              onChange={onChange}
            />
          )}
          {props.withOptional && (
            <Checkbox
              className="item-optional"
              label="Optional"
              aria-label={`Make ${name} optional`}
              checked={item.optional}
              onChange={(event) => onChange({ optional: event.currentTarget.checked })}
            />
          )}
          <IconAction
            label={`Remove ${name}`}
            className="item-remove"
            disabled={!mayChange}
            onClick={props.onRemove}
          >
            <IconX size={16} aria-hidden />
          </IconAction>
          {props.withOptional && item.optional && (
            <div className="item-option">
              <Autocomplete
                label="Option group"
                aria-label={`Option group of ${name}`}
                description="The client picks exactly one option of each group"
                placeholder="For example: Hosting"
                data={props.choices}
                maxLength={choiceMax}
                value={item.choice ?? ''}
                error={errors.choice}
                onChange={(choice) => onChange({ choice })}
              />
              <Checkbox
                label="Selected by default"
                aria-label={`Selected by default: ${name}`}
                checked={item.preselected ?? false}
                error={errors.preselected}
                onChange={(event) => onChange({ preselected: event.currentTarget.checked })}
              />
            </div>
          )}
        </div>
      )}
    </Draggable>
  );
}
