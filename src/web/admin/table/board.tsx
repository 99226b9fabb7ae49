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
  /** Header of the column, if it differs from the title. */
  head?: ReactNode;
  count: number;
  rows: readonly Row[];
  /** Text of an empty column. */
  emptyText?: string;
  /** Content below the cards. */
  foot?: ReactNode;
}

interface BoardProps<Key extends string, Row> {
  columns: readonly BoardColumn<Key, Row>[];
  mayChange: boolean;
  /** Note about the effect of moving cards, shown below the keyboard hint. */
  note: string;
  idOf(row: Row): string;
  titleOf(row: Row): string;
  /**
   * Returns the link that opens a card. The link covers the card, so that opening, lifting and focusing apply to the whole
   * card.
   */
  linkOf(row: Row, handle: object): ReactElement;
  /** Returns the content below the link. */
  bodyOf(row: Row): ReactNode;
  /** Returns whether a card can be dropped in a column. */
  canMove?(row: Row, to: Key): boolean;
  onMove(row: Row, to: Key): void;
}

const usage =
  'Press Enter to open the card. Press Space to lift it, the left and right arrow keys to move it, Space to drop it, and Escape to cancel.';

/** Board of cards in columns. Moving a card to another column changes its row. */
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
    // Updates the rows in the same frame in which the drag ends, because the card would otherwise briefly jump back.
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
