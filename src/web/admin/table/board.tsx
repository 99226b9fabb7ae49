import {
  DragDropContext,
  Draggable,
  Droppable,
  type DropResult,
  type ResponderProvided,
} from '@hello-pangea/dnd';
import { Text } from '@mantine/core';
import { type ReactElement, type ReactNode, useState } from 'react';
import { flushSync } from 'react-dom';

import './board.css';

interface BoardColumn<Key extends string, Row> {
  key: Key;
  title: string;
  /** Its header, if it is not the title. */
  head?: ReactNode;
  count: number;
  rows: readonly Row[];
  /** Text of an empty column. */
  emptyText?: string;
  /** Below its cards. */
  foot?: ReactNode;
}

interface BoardProps<Key extends string, Row> {
  columns: readonly BoardColumn<Key, Row>[];
  mayChange: boolean;
  /** Called when a card is moved; undefined without permission. */
  note: string;
  idOf(row: Row): string;
  titleOf(row: Row): string;
  /** The link that opens a card: it covers the card, which is opened, lifted and focused as one. */
  linkOf(row: Row, handle: object): ReactElement;
  /** Content below the link. */
  bodyOf(row: Row): ReactNode;
  /** Returns whether a card can be dropped there. */
  canMove?(row: Row, to: Key): boolean;
  onMove(row: Row, to: Key): void;
}

const usage =
  'Press Enter to open the card. Press Space to lift it, the left and right arrow keys to move it, Space to drop it, and Escape to cancel.';

/** Cards in columns; moving a card to another column changes it. */
export function Board<Key extends string, Row>(props: BoardProps<Key, Row>) {
  const { columns, mayChange, idOf, titleOf, canMove = () => true, onMove } = props;
  const [lifted, setLifted] = useState<Row>();
  const find = (id: string) => {
    for (const column of columns) {
      const row = column.rows.find((one) => idOf(one) === id);
      if (row !== undefined) return { row, from: column.key };
    }
    return undefined;
  };
  const nameOf = (id: string) => {
    const found = find(id);
    return found ? titleOf(found.row) : 'The card';
  };
  const columnOf = (key: string | undefined) => columns.find((column) => column.key === key);

  function onDragEnd({ draggableId, destination }: DropResult, { announce }: ResponderProvided) {
    setLifted(undefined);
    const found = find(draggableId);
    const to = columnOf(destination?.droppableId);
    if (!found || !to || to.key === found.from) {
      announce(`${nameOf(draggableId)} was not moved.`);
      return;
    }
    announce(`${titleOf(found.row)} is now ${to.title.toLowerCase()}.`);
    // In the same frame as the end of the drag; otherwise the card would briefly jump back.
    flushSync(() => onMove(found.row, to.key));
  }

  return (
    <DragDropContext
      dragHandleUsageInstructions={usage}
      onBeforeCapture={({ draggableId }) => setLifted(find(draggableId)?.row)}
      onDragStart={({ draggableId, source }, { announce }) =>
        announce(`Lifted ${nameOf(draggableId)}, ${columnOf(source.droppableId)?.title ?? ''}.`)
      }
      onDragUpdate={({ draggableId, destination }, { announce }) =>
        announce(
          destination
            ? `${nameOf(draggableId)} is over ${columnOf(destination.droppableId)?.title ?? ''}.`
            : `${nameOf(draggableId)} is over no column.`,
        )
      }
      onDragEnd={onDragEnd}
    >
      {mayChange && (
        <Text c="dimmed" fz="sm" mb="sm">
          Drag a card to another column
          <span className="board-keys">, or press Space and the arrow keys</span>. {props.note}
        </Text>
      )}
      <div className="board">
        {columns.map((column) => (
          <section
            key={column.key}
            className="board-column"
            aria-label={`${column.title}, ${column.count}`}
          >
            <h2 className="board-head">
              {column.head ?? column.title}
              <span className="board-count">{column.count}</span>
            </h2>
            <Droppable
              droppableId={column.key}
              isDropDisabled={lifted !== undefined && !canMove(lifted, column.key)}
            >
              {(list, { isDraggingOver }) => (
                <ul
                  ref={list.innerRef}
                  {...list.droppableProps}
                  className="board-list"
                  data-over={isDraggingOver}
                >
                  {column.rows.map((row, index) => (
                    <Draggable
                      key={idOf(row)}
                      draggableId={idOf(row)}
                      index={index}
                      isDragDisabled={!mayChange}
                    >
                      {(card, { isDragging }) => {
                        const { role: _, ...handle } = { role: '', ...card.dragHandleProps };
                        return (
                          <li
                            ref={card.innerRef}
                            {...card.draggableProps}
                            className="board-card"
                            data-dragging={isDragging}
                          >
                            {props.linkOf(row, { ...handle, className: 'board-link' })}
                            {props.bodyOf(row)}
                          </li>
                        );
                      }}
                    </Draggable>
                  ))}
                  {list.placeholder}
                  {column.rows.length === 0 && !isDraggingOver && (
                    <li className="board-none">{column.emptyText ?? 'None'}</li>
                  )}
                </ul>
              )}
            </Droppable>
            {column.foot}
          </section>
        ))}
      </div>
    </DragDropContext>
  );
}
