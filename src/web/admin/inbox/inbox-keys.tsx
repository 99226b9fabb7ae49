import { Kbd, Table } from '@mantine/core';

import { Dialog } from '~/web/admin/ui/dialog';

/** Every key of the inbox, and what it does. */
const inboxKeys = [
  ['j', 'Next item'],
  ['k', 'Item before'],
  ['Enter', 'Open it'],
  ['s', 'Set its status'],
  ['a', 'Give it to an owner'],
  ['h', 'Snooze it'],
  ['x', 'Note that it was answered by another way'],
  ['d', 'Done: set it aside, or take it back'],
  ['/', 'Search'],
  ['?', 'Show these keys'],
] as const;

export function InboxKeys({ onClose }: { onClose(): void }) {
  return (
    <Dialog title="Keys of the inbox" onClose={onClose}>
      <Table>
        <Table.Tbody>
          {inboxKeys.map(([key, does]) => (
            <Table.Tr key={key}>
              <Table.Th scope="row" w={80}>
                <Kbd>{key}</Kbd>
              </Table.Th>
              <Table.Td>{does}</Table.Td>
            </Table.Tr>
          ))}
          <Table.Tr>
            <Table.Th scope="row">
              <Kbd>1</Kbd> to <Kbd>9</Kbd>
            </Table.Th>
            <Table.Td>In a menu, the choice of that number</Table.Td>
          </Table.Tr>
        </Table.Tbody>
      </Table>
    </Dialog>
  );
}
