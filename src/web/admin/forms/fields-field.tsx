import { DragDropContext, Draggable, Droppable, type DropResult } from '@hello-pangea/dnd';
import { Box, Button, Group, Text } from '@mantine/core';
import { useRef, useState } from 'react';

import { type FormField, fieldTypeLabels, formFieldsMax, keyOfLabel } from '~/contract/forms/forms';
import { IconAction } from '~/web/admin/ui/icon-action';
import {
  IconArrowDown,
  IconArrowUp,
  IconChevronDown,
  IconChevronRight,
  IconGripVertical,
  IconPlus,
  IconTrash,
} from '~/web/ui/icons';
import { FieldEditor } from './field-editor';
import { newField } from './form-draft';
import './forms.css';

interface Props {
  fields: FormField[];
  /** Keys of those that were answered. */
  answered: readonly string[];
  /** By path, such as `fields.2.label`. */
  errors: Record<string, string>;
  error: string | undefined;
  onChange(fields: FormField[]): void;
}

/** The fields of a form: added, taken away, and put in order by dragging or by keys. */
export function FieldsField({ fields, answered, errors, error, onChange }: Props) {
  const lastId = useRef(0);
  const ids = useRef<number[]>([]);
  // What tells rows apart while they move.
  while (ids.current.length < fields.length) ids.current.push(++lastId.current);
  ids.current.length = fields.length;
  const [opened, setOpened] = useState<ReadonlySet<number>>(new Set());
  const rows = fields.map((field, index) => ({ id: ids.current[index] ?? 0, index, field }));
  const asked = rows.filter(({ field }) => !field.retired);
  const retired = rows.filter(({ field }) => field.retired);

  const apply = (next: { id: number; field: FormField }[]) => {
    ids.current = next.map(({ id }) => id);
    onChange(next.map(({ field }) => field));
  };
  const change = (id: number, field: FormField) =>
    apply(rows.map((row) => (row.id === id ? { id, field } : row)));
  const toggle = (id: number) =>
    setOpened((before) => {
      const next = new Set(before);
      if (!next.delete(id)) next.add(id);
      return next;
    });
  /** Among those that are asked; the others stand after them. */
  const move = (from: number, to: number) => {
    const next = [...asked];
    next.splice(to, 0, ...next.splice(from, 1));
    apply([...next, ...retired]);
  };
  const add = () => {
    const id = ++lastId.current;
    const field = newField(
      keyOfLabel(
        'field',
        fields.map(({ key }) => key),
      ),
    );
    apply([...asked, { id, field }, ...retired]);
    setOpened((before) => new Set(before).add(id));
  };
  const remove = (id: number, field: FormField) =>
    answered.includes(field.key)
      ? apply([...rows.filter((row) => row.id !== id), { id, field: { ...field, retired: true } }])
      : apply(rows.filter((row) => row.id !== id));
  const onDragEnd = ({ source, destination }: DropResult) => {
    if (destination) move(source.index, destination.index);
  };

  return (
    <fieldset className="form-fields">
      <legend>Fields</legend>
      <DragDropContext onDragEnd={onDragEnd}>
        <Droppable droppableId="fields">
          {(list) => (
            <ol ref={list.innerRef} {...list.droppableProps}>
              {asked.map(({ id, index, field }, place) => {
                const path = `fields.${index}`;
                const hasError = Object.keys(errors).some((one) => one.startsWith(`${path}.`));
                const isOpen = opened.has(id) || hasError;
                const called = `field ${place + 1}${field.label && `, ${field.label}`}`;
                const isAnswered = answered.includes(field.key);
                return (
                  <Draggable key={id} draggableId={String(id)} index={place}>
                    {(item) => (
                      <li ref={item.innerRef} {...item.draggableProps} data-wrong={hasError}>
                        <div className="field-head">
                          <Box
                            component="span"
                            {...item.dragHandleProps}
                            className="field-grip"
                            aria-label={`Move ${called}: space, then the arrow keys`}
                          >
                            <IconGripVertical size={18} aria-hidden />
                          </Box>
                          <button
                            type="button"
                            className="field-name"
                            aria-expanded={isOpen}
                            onClick={() => toggle(id)}
                          >
                            {isOpen ? (
                              <IconChevronDown size={16} aria-hidden />
                            ) : (
                              <IconChevronRight size={16} aria-hidden />
                            )}
                            <b>{field.label || 'New field'}</b>
                            <span>
                              {fieldTypeLabels[field.type]}
                              {field.required && ', required'}
                            </span>
                          </button>
                          <Group gap={2} wrap="nowrap">
                            <IconAction
                              label={`Move ${called} up`}
                              disabled={place === 0}
                              onClick={() => move(place, place - 1)}
                            >
                              <IconArrowUp size={16} aria-hidden />
                            </IconAction>
                            <IconAction
                              label={`Move ${called} down`}
                              disabled={place === asked.length - 1}
                              onClick={() => move(place, place + 1)}
                            >
                              <IconArrowDown size={16} aria-hidden />
                            </IconAction>
                            <IconAction
                              label={isAnswered ? `Ask ${called} no more` : `Remove ${called}`}
                              onClick={() => remove(id, field)}
                            >
                              <IconTrash size={16} aria-hidden />
                            </IconAction>
                          </Group>
                        </div>
                        {isOpen && (
                          <FieldEditor
                            field={field}
                            isAnswered={isAnswered}
                            otherKeys={fields
                              .filter((other) => other !== field)
                              .map(({ key }) => key)}
                            errorOf={(name) => errors[`${path}.${name}`]}
                            onChange={(next) => change(id, next)}
                          />
                        )}
                      </li>
                    )}
                  </Draggable>
                );
              })}
              {list.placeholder}
            </ol>
          )}
        </Droppable>
      </DragDropContext>
      {error && (
        <Text c="red" fz="sm" role="alert">
          {error}
        </Text>
      )}
      <Button
        variant="default"
        leftSection={<IconPlus size={16} aria-hidden />}
        disabled={fields.length >= formFieldsMax}
        onClick={add}
      >
        Add a field
      </Button>
      {retired.length > 0 && (
        <div className="retired-fields">
          <Text fz="sm" fw={600}>
            Not asked any more
          </Text>
          <Text fz="sm" c="dimmed">
            They were answered before, and their answers stay with what was sent.
          </Text>
          <ul>
            {retired.map(({ id, field }) => (
              <li key={id} className="retired-field">
                <span>{field.label}</span>
                <Button
                  variant="subtle"
                  size="compact-sm"
                  onClick={() =>
                    apply([
                      ...asked,
                      { id, field: { ...field, retired: false } },
                      ...retired.filter((row) => row.id !== id),
                    ])
                  }
                >
                  Ask again
                </Button>
              </li>
            ))}
          </ul>
        </div>
      )}
    </fieldset>
  );
}
