import { DragDropContext, Draggable, Droppable, type DropResult } from '@hello-pangea/dnd';
import { Box, Button, Group, Menu, Text } from '@mantine/core';
import { type ReactNode, useEffect, useRef, useState } from 'react';

import { IconAction } from '~/web/admin/ui/icon-action';
import { deleted } from '~/web/admin/ui/notices';
import {
  IconArrowDown,
  IconArrowUp,
  IconChevronDown,
  IconChevronRight,
  IconCopy,
  IconGripVertical,
  IconPlus,
  IconTrash,
} from '~/web/ui/icons';
import { toast } from '~/web/ui/toast-store';
import { useKeptView } from './kept-view';
import './parts-field.css';

interface Row<Part> {
  key: number;
  part: Part;
}

/** How one part of a list is shown and changed. */
interface PartEditor<Part> {
  /** As an editor reads it. */
  label: string;
  /** Words of this one, by which it is told from others of its kind. */
  words: string;
  form(props: { errorOf(path: string): string | undefined; onChange(part: Part): void }): ReactNode;
}

/** Parts of several kinds, such as the blocks of a page: written, added, taken away, and put in order by dragging or by keys. */
export function PartsField<Part extends object>(props: {
  parts: Part[];
  /** The name of one, such as 'block'. */
  noun: string;
  emptyText: string;
  /** On the button that offers the kinds. */
  addLabel: string;
  /** What can be added. */
  kinds: { key: string; label: string; about: string; make(): Part }[];
  editorOf(part: Part): PartEditor<Part>;
  /** By path, such as `blocks.2.title`. */
  errors: Record<string, string>;
  /** What is wrong with the list, or else with the first part that is. */
  error?: string | undefined;
  /** The path of the list in `errors`. */
  name: string;
  onChange(parts: Part[]): void;
}) {
  const { parts, noun, emptyText, addLabel, kinds, editorOf, errors, error, name, onChange } =
    props;
  const lastKey = useRef(0);
  const keys = useRef<number[]>([]);
  // What tells rows apart while they move; those that come from elsewhere get new ones.
  while (keys.current.length < parts.length) keys.current.push(++lastKey.current);
  keys.current.length = parts.length;
  const [kept, keep] = useKeptView<number[]>(name);
  const [opened, setOpened] = useState<ReadonlySet<number>>(
    () => new Set(kept?.map((index) => keys.current[index] ?? 0)),
  );
  const rows: Row<Part>[] = parts.map((part, index) => ({ key: keys.current[index] ?? 0, part }));
  useEffect(() => keep(rows.flatMap(({ key }, index) => (opened.has(key) ? [index] : []))));

  // Undo is offered while editing goes on.
  const latest = useRef(rows);
  latest.current = rows;

  const apply = (next: Row<Part>[]) => {
    keys.current = next.map(({ key }) => key);
    onChange(next.map(({ part }) => part));
  };
  const toggle = (key: number, isOpen: boolean) =>
    setOpened((before) => {
      const next = new Set(before);
      if (isOpen) next.add(key);
      else next.delete(key);
      return next;
    });
  const move = (from: number, to: number) => {
    const next = [...rows];
    next.splice(to, 0, ...next.splice(from, 1));
    apply(next);
  };
  const insert = (at: number, part: Part) => {
    const key = ++lastKey.current;
    apply([...rows.slice(0, at), { key, part }, ...rows.slice(at)]);
    toggle(key, true);
  };
  const remove = (at: number, { key, part }: Row<Part>) => {
    apply(rows.filter((row) => row.key !== key));
    const putBack = () => {
      const now = latest.current;
      apply([...now.slice(0, at), { key, part }, ...now.slice(at)]);
    };
    toast(deleted(`${editorOf(part).label} removed`, putBack));
  };
  const onDragEnd = ({ source, destination }: DropResult) => {
    if (destination) move(source.index, destination.index);
  };

  return (
    <div className="parts-field">
      {rows.length === 0 && (
        <Text fz="sm" c="dimmed">
          {emptyText}
        </Text>
      )}
      <DragDropContext onDragEnd={onDragEnd}>
        <Droppable droppableId={name}>
          {(list) => (
            <ol ref={list.innerRef} {...list.droppableProps}>
              {rows.map(({ key, part }, index) => {
                const path = `${name}.${index}`;
                const hasError = Object.keys(errors).some(
                  (one) => one === path || one.startsWith(`${path}.`),
                );
                const { label, words: said, form } = editorOf(part);
                const words = said.slice(0, 80);
                const isOpen = opened.has(key) || hasError;
                const called = `${label}, ${noun} ${index + 1} of ${rows.length}`;
                return (
                  <Draggable key={key} draggableId={String(key)} index={index}>
                    {(item) => (
                      <li ref={item.innerRef} {...item.draggableProps} data-wrong={hasError}>
                        <div className="part-head">
                          <Box
                            component="span"
                            {...item.dragHandleProps}
                            className="part-grip"
                            aria-label={`Move ${called}: space, then the arrow keys`}
                          >
                            <IconGripVertical size={18} aria-hidden />
                          </Box>
                          <button
                            type="button"
                            className="part-name"
                            aria-expanded={isOpen}
                            onClick={() => toggle(key, !isOpen)}
                          >
                            {isOpen ? (
                              <IconChevronDown size={16} aria-hidden />
                            ) : (
                              <IconChevronRight size={16} aria-hidden />
                            )}
                            <b>{label}</b>
                            {words && <span>{words}</span>}
                          </button>
                          <Group gap={2} wrap="nowrap">
                            <IconAction
                              label={`Move ${called} up`}
                              disabled={index === 0}
                              onClick={() => move(index, index - 1)}
                            >
                              <IconArrowUp size={16} aria-hidden />
                            </IconAction>
                            <IconAction
                              label={`Move ${called} down`}
                              disabled={index === rows.length - 1}
                              onClick={() => move(index, index + 1)}
                            >
                              <IconArrowDown size={16} aria-hidden />
                            </IconAction>
                            <IconAction
                              label={`Duplicate ${called}`}
                              onClick={() => insert(index + 1, structuredClone(part))}
                            >
                              <IconCopy size={16} aria-hidden />
                            </IconAction>
                            <IconAction
                              label={`Remove ${called}`}
                              onClick={() => remove(index, { key, part })}
                            >
                              <IconTrash size={16} aria-hidden />
                            </IconAction>
                          </Group>
                        </div>
                        {isOpen && (
                          <div className="part-form">
                            {form({
                              errorOf: (field) => errors[`${path}.${field}`],
                              onChange: (next) =>
                                apply(
                                  rows.map((row) => (row.key === key ? { key, part: next } : row)),
                                ),
                            })}
                          </div>
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
          {error.replace(/^Row /, `${noun.charAt(0).toUpperCase()}${noun.slice(1)} `)}
        </Text>
      )}
      <Menu position="bottom-start" width={320}>
        <Menu.Target>
          <Button variant="default" leftSection={<IconPlus size={16} aria-hidden />}>
            {addLabel}
          </Button>
        </Menu.Target>
        <Menu.Dropdown mah="24rem" style={{ overflowY: 'auto' }}>
          {kinds.map(({ key, label, about, make }) => (
            <Menu.Item key={key} onClick={() => insert(rows.length, make())}>
              <Text fz="sm" fw={600}>
                {label}
              </Text>
              <Text fz="xs" c="dimmed">
                {about}
              </Text>
            </Menu.Item>
          ))}
        </Menu.Dropdown>
      </Menu>
    </div>
  );
}
