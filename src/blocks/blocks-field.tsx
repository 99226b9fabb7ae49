import { DragDropContext, Draggable, Droppable, type DropResult } from '@hello-pangea/dnd';
import { Box, Button, Group, Menu, Text } from '@mantine/core';
import { useEffect, useRef, useState } from 'react';

import { useKeptView } from '~/web/admin/form/kept-view';
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
import { blockEditors, editorOf } from './block-forms';
import { type Block, blockTypes } from './block-schemas';
import './blocks-field.css';

interface Row {
  key: number;
  block: Block;
}

/** The blocks of a page: written, added, taken away, and put in order by dragging or by keys. */
export function BlocksField(props: {
  blocks: Block[];
  /** By path, such as `blocks.2.title`. */
  errors: Record<string, string>;
  /** What is wrong with the list, or else with the first block that is. */
  error?: string | undefined;
  /** The path of the list in `errors`. */
  name?: string;
  onChange(blocks: Block[]): void;
}) {
  const { blocks, errors, error, name = 'blocks', onChange } = props;
  const lastKey = useRef(0);
  const keys = useRef<number[]>([]);
  // What tells rows apart while they move; blocks that come from elsewhere get new ones.
  while (keys.current.length < blocks.length) keys.current.push(++lastKey.current);
  keys.current.length = blocks.length;
  const [kept, keep] = useKeptView<number[]>(name);
  const [opened, setOpened] = useState<ReadonlySet<number>>(
    () => new Set(kept?.map((index) => keys.current[index] ?? 0)),
  );
  const rows: Row[] = blocks.map((block, index) => ({ key: keys.current[index] ?? 0, block }));
  useEffect(() => keep(rows.flatMap(({ key }, index) => (opened.has(key) ? [index] : []))));

  // Undo is offered while editing goes on.
  const latest = useRef(rows);
  latest.current = rows;

  const apply = (next: Row[]) => {
    keys.current = next.map(({ key }) => key);
    onChange(next.map(({ block }) => block));
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
  const insert = (at: number, block: Block) => {
    const key = ++lastKey.current;
    apply([...rows.slice(0, at), { key, block }, ...rows.slice(at)]);
    toggle(key, true);
  };
  const remove = (at: number, { key, block }: Row) => {
    apply(rows.filter((row) => row.key !== key));
    const putBack = () => {
      const now = latest.current;
      apply([...now.slice(0, at), { key, block }, ...now.slice(at)]);
    };
    toast(deleted(`${editorOf(block).label} removed`, putBack));
  };
  const onDragEnd = ({ source, destination }: DropResult) => {
    if (destination) move(source.index, destination.index);
  };

  return (
    <div className="blocks-field">
      {rows.length === 0 && (
        <Text fz="sm" c="dimmed">
          Nothing yet. Begin with a heading: it becomes the title of the page.
        </Text>
      )}
      <DragDropContext onDragEnd={onDragEnd}>
        <Droppable droppableId={name}>
          {(list) => (
            <ol ref={list.innerRef} {...list.droppableProps}>
              {rows.map(({ key, block }, index) => {
                const path = `${name}.${index}`;
                const hasError = Object.keys(errors).some(
                  (one) => one === path || one.startsWith(`${path}.`),
                );
                const { label, wordsOf, Form } = editorOf(block);
                const words = wordsOf?.(block).slice(0, 80) ?? '';
                const isOpen = opened.has(key) || hasError;
                const called = `${label}, block ${index + 1} of ${rows.length}`;
                return (
                  <Draggable key={key} draggableId={String(key)} index={index}>
                    {(item) => (
                      <li ref={item.innerRef} {...item.draggableProps} data-wrong={hasError}>
                        <div className="block-head">
                          <Box
                            component="span"
                            {...item.dragHandleProps}
                            className="block-grip"
                            aria-label={`Move ${called}: space, then the arrow keys`}
                          >
                            <IconGripVertical size={18} aria-hidden />
                          </Box>
                          <button
                            type="button"
                            className="block-name"
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
                              onClick={() => insert(index + 1, structuredClone(block))}
                            >
                              <IconCopy size={16} aria-hidden />
                            </IconAction>
                            <IconAction
                              label={`Remove ${called}`}
                              onClick={() => remove(index, { key, block })}
                            >
                              <IconTrash size={16} aria-hidden />
                            </IconAction>
                          </Group>
                        </div>
                        {isOpen && (
                          <div className="block-form">
                            <Form
                              block={block}
                              errorOf={(field) => errors[`${path}.${field}`]}
                              onChange={(next) =>
                                apply(
                                  rows.map((row) => (row.key === key ? { key, block: next } : row)),
                                )
                              }
                            />
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
          {error.replace(/^Row /, 'Block ')}
        </Text>
      )}
      <Menu position="bottom-start" width={320}>
        <Menu.Target>
          <Button variant="default" leftSection={<IconPlus size={16} aria-hidden />}>
            Add a block
          </Button>
        </Menu.Target>
        <Menu.Dropdown mah="24rem" style={{ overflowY: 'auto' }}>
          {blockTypes.map((type) => (
            <Menu.Item
              key={type}
              onClick={() => insert(rows.length, structuredClone(blockEditors[type].empty))}
            >
              <Text fz="sm" fw={600}>
                {blockEditors[type].label}
              </Text>
              <Text fz="xs" c="dimmed">
                {blockEditors[type].about}
              </Text>
            </Menu.Item>
          ))}
        </Menu.Dropdown>
      </Menu>
    </div>
  );
}
