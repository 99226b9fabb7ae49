import { DragDropContext, Draggable, Droppable, type DropResult } from '@hello-pangea/dnd';
import { Button, Group, Paper, Stack, Text } from '@mantine/core';
import { useState } from 'react';

import { Dialog } from '~/web/admin/ui/dialog';
import { IconGripVertical } from '~/web/ui/icons';

interface Item {
  id: number;
  name: string;
}

/** Dialog that changes the order in which visitors see rows: by dragging, or with space and the arrow keys. */
export function OrderModal(props: {
  title: string;
  items: Item[];
  onClose(): void;
  isSaving: boolean;
  onSave(ids: number[]): void;
}) {
  const [items, setItems] = useState(props.items);

  const onDragEnd = ({ source, destination }: DropResult) => {
    if (!destination) return;
    const next = [...items];
    const [moved] = next.splice(source.index, 1);
    if (moved) next.splice(destination.index, 0, moved);
    setItems(next);
  };

  return (
    <Dialog onClose={props.onClose} title={props.title} size="lg">
      <Text fz="sm" c="dimmed" mb="md">
        Drag rows to reorder them. With the keyboard: Tab to a row, Space to lift it, arrow keys to
        move it.
      </Text>
      <DragDropContext onDragEnd={onDragEnd}>
        <Droppable droppableId="records">
          {(list) => (
            <Stack gap={6} ref={list.innerRef} {...list.droppableProps}>
              {items.map((item, index) => (
                <Draggable key={item.id} draggableId={String(item.id)} index={index}>
                  {(row) => (
                    // Declares the element type explicitly, because the type checker would
                    // otherwise try all element types.
                    <Paper<'div'>
                      withBorder
                      p="xs"
                      ref={row.innerRef}
                      {...row.draggableProps}
                      {...row.dragHandleProps}
                      aria-label={`${item.name}, position ${index + 1} of ${items.length}`}
                    >
                      <Group gap="sm" wrap="nowrap">
                        <IconGripVertical size={18} aria-hidden style={{ flex: 'none' }} />
                        <Text fz="sm">{item.name}</Text>
                      </Group>
                    </Paper>
                  )}
                </Draggable>
              ))}
              {list.placeholder}
            </Stack>
          )}
        </Droppable>
      </DragDropContext>
      <Group justify="flex-end" gap="xs" mt="lg">
        <Button variant="default" onClick={props.onClose}>
          Cancel
        </Button>
        <Button loading={props.isSaving} onClick={() => props.onSave(items.map(({ id }) => id))}>
          Save order
        </Button>
      </Group>
    </Dialog>
  );
}
