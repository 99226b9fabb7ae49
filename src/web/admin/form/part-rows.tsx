import { DragDropContext, Draggable, Droppable } from '@hello-pangea/dnd';
import { Box, Group } from '@mantine/core';
import type { ReactNode } from 'react';

import { IconAction } from '~/web/admin/ui/icon-action';
import {
  IconArrowDown,
  IconArrowUp,
  IconChevronDown,
  IconChevronRight,
  IconCopy,
  IconGripVertical,
  IconTrash,
} from '~/web/ui/icons';
import { useMayChange } from './read-only';
import './part-rows.css';

interface PartRow {
  key: number;
  label: string;
  /** Text that distinguishes the row from others of its kind. */
  words: string;
  /** Label for screen readers, such as 'Heading, block 1 of 3'. */
  called: string;
  isOpen: boolean;
  hasError: boolean;
  onToggle(): void;
  /** Duplicates the row; omitted if duplicates make no sense. */
  onDuplicate?(): void;
  removeLabel: string;
  onRemove(): void;
  form(): ReactNode;
  /** Returns content that is shown below an open row. */
  add?(): ReactNode;
}

/**
 * List of rows that expand in place and can be reordered by dragging or with keys. Admins without
 * permission can expand rows, but not change them.
 */
export function PartRows(props: {
  /** Id of the list, unique on its page. */
  name: string;
  rows: PartRow[];
  onMove(from: number, to: number): void;
}) {
  const { name, rows, onMove } = props;
  const mayChange = useMayChange();
  return (
    <DragDropContext
      onDragEnd={({ source, destination }) => {
        if (destination) onMove(source.index, destination.index);
      }}
    >
      <Droppable droppableId={name}>
        {(list) => (
          <ol ref={list.innerRef} {...list.droppableProps} className="part-rows">
            {rows.map(({ key, called, isOpen, ...row }, index) => (
              <Draggable
                key={key}
                draggableId={String(key)}
                index={index}
                isDragDisabled={!mayChange}
              >
                {(item) => (
                  <li ref={item.innerRef} {...item.draggableProps} data-wrong={row.hasError}>
                    <div className="part-head">
                      {mayChange && (
                        <Box
                          component="span"
                          {...item.dragHandleProps}
                          className="part-grip"
                          aria-label={`Move ${called}: space, then the arrow keys`}
                        >
                          <IconGripVertical size={18} aria-hidden />
                        </Box>
                      )}
                      <button
                        type="button"
                        className="part-name"
                        aria-expanded={isOpen}
                        onClick={row.onToggle}
                      >
                        {isOpen ? (
                          <IconChevronDown size={16} aria-hidden />
                        ) : (
                          <IconChevronRight size={16} aria-hidden />
                        )}
                        <b>{row.label}</b>
                        {row.words && <span>{row.words}</span>}
                      </button>
                      {mayChange && (
                        <Group gap={2} wrap="nowrap">
                          <IconAction
                            label={`Move ${called} up`}
                            disabled={index === 0}
                            onClick={() => onMove(index, index - 1)}
                          >
                            <IconArrowUp size={16} aria-hidden />
                          </IconAction>
                          <IconAction
                            label={`Move ${called} down`}
                            disabled={index === rows.length - 1}
                            onClick={() => onMove(index, index + 1)}
                          >
                            <IconArrowDown size={16} aria-hidden />
                          </IconAction>
                          {row.onDuplicate && (
                            <IconAction label={`Duplicate ${called}`} onClick={row.onDuplicate}>
                              <IconCopy size={16} aria-hidden />
                            </IconAction>
                          )}
                          <IconAction label={row.removeLabel} onClick={row.onRemove}>
                            <IconTrash size={16} aria-hidden />
                          </IconAction>
                        </Group>
                      )}
                    </div>
                    {isOpen && <div className="part-form">{row.form()}</div>}
                    {isOpen && row.add && <div className="part-add">{row.add()}</div>}
                  </li>
                )}
              </Draggable>
            ))}
            {list.placeholder}
          </ol>
        )}
      </Droppable>
    </DragDropContext>
  );
}
