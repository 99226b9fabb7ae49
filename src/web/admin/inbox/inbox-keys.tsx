import { Kbd, Table } from '@mantine/core';

import { Dialog } from '~/web/admin/ui/dialog';

/** All keyboard shortcuts of the inbox. */
const inboxKeys = [
  ['j', 'Next item'],
  ['k', 'Previous item'],
  ['Enter', 'Open'],
  ['s', 'Set status'],
  ['a', 'Assign'],
  ['h', 'Snooze'],
  ['x', 'Mark as answered'],
  ['d', 'Mark as done, or reopen'],
  ['/', 'Search'],
  ['?', 'Show shortcuts'],
] as const;

export function InboxKeys({ onClose }: { onClose(): void }) {
  return (
    <Dialog title="Inbox shortcuts" onClose={onClose}>
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
            <Table.Td>Choose that menu entry</Table.Td>
          </Table.Tr>
        </Table.Tbody>
      </Table>
    </Dialog>
  );
}
