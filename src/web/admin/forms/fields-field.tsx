import { Button, Text } from '@mantine/core';

import { type FormField, fieldTypeLabels, formFieldsMax, keyOfLabel } from '~/contract/forms/forms';
import { PartRows } from '~/web/admin/form/part-rows';
import { ReadOnly, useMayChange } from '~/web/admin/form/read-only';
import { hasErrorAt, moved, usePartKeys } from '~/web/admin/form/use-part-keys';
import { IconPlus } from '~/web/ui/icons';
import { FieldEditor } from './field-editor';
import { newField } from './form-draft';
import './forms.css';

interface Props {
  fields: FormField[];
  /** Keys of fields with answers. */
  answered: readonly string[];
  /** Errors by path, such as `fields.2.label`. */
  errors: Record<string, string>;
  error: string | undefined;
  onChange(fields: FormField[]): void;
}

/** Field for the fields of a form, which can be added, removed and ordered by dragging or by keys. */
export function FieldsField({ fields, answered, errors, error, onChange }: Props) {
  const { rows: parts, isOpen, newKey, toggle, setKeys } = usePartKeys(fields, 'fields');
  const mayChange = useMayChange();
  const rows = parts.map((row, index) => ({ ...row, index }));
  const asked = rows.filter(({ part }) => !part.retired);
  const retired = rows.filter(({ part }) => part.retired);

  const apply = (next: { key: number; part: FormField }[]) => {
    setKeys(next.map(({ key }) => key));
    onChange(next.map(({ part }) => part));
  };
  const add = () => {
    const key = newKey();
    const taken = fields.map((field) => field.key);
    apply([...asked, { key, part: newField(keyOfLabel('field', taken)) }, ...retired]);
    toggle(key, true);
  };
  const remove = (key: number, part: FormField) => {
    const others = rows.filter((row) => row.key !== key);
    const isKept = answered.includes(part.key);
    apply(isKept ? [...others, { key, part: { ...part, retired: true } }] : others);
  };

  return (
    <fieldset className="form-fields">
      <legend>Fields</legend>
      <PartRows
        name="fields"
        rows={asked.map(({ key, index, part }, place) => {
          const path = `fields.${index}`;
          const hasError = hasErrorAt(errors, path);
          const isShown = isOpen(key) || hasError;
          const called = `field ${place + 1}${part.label && `, ${part.label}`}`;
          const isAnswered = answered.includes(part.key);
          return {
            ...{ key, called, hasError },
            label: part.label || 'New field',
            words: `${fieldTypeLabels[part.type]}${part.required ? ', required' : ''}`,
            isOpen: isShown,
            onToggle: () => toggle(key, !isShown),
            removeLabel: isAnswered ? `Archive ${called}` : `Remove ${called}`,
            onRemove: () => remove(key, part),
            form: () => (
              <ReadOnly>
                <FieldEditor
                  field={part}
                  isAnswered={isAnswered}
                  otherKeys={fields.filter((other) => other !== part).map((other) => other.key)}
                  errorOf={(name) => errors[`${path}.${name}`]}
                  onChange={(next) =>
                    apply(rows.map((row) => (row.key === key ? { key, part: next } : row)))
                  }
                />
              </ReadOnly>
            ),
          };
        })}
        // `from` and `to` only count visible fields. Hidden fields move to the end.
        onMove={(from, to) => apply([...moved(asked, from, to), ...retired])}
      />
      {error && (
        <Text c="red" fz="sm" role="alert">
          {error}
        </Text>
      )}
      {mayChange && (
        <Button
          variant="default"
          leftSection={<IconPlus size={16} aria-hidden />}
          disabled={fields.length >= formFieldsMax}
          onClick={add}
        >
          Add a field
        </Button>
      )}{' '}
      {retired.length > 0 && (
        <div className="retired-fields">
          <Text fz="sm" fw={600}>
            Archived
          </Text>
          <Text fz="sm" c="dimmed">
            Archived fields keep their answers.
          </Text>
          <ul>
            {retired.map(({ key, part }) => (
              <li key={key} className="retired-field">
                <span>{part.label}</span>
                {mayChange && (
                  <Button
                    variant="subtle"
                    size="compact-sm"
                    onClick={() =>
                      apply([
                        ...asked,
                        { key, part: { ...part, retired: false } },
                        ...retired.filter((row) => row.key !== key),
                      ])
                    }
                  >
                    Restore
                  </Button>
                )}{' '}
              </li>
            ))}
          </ul>
        </div>
      )}
    </fieldset>
  );
}
