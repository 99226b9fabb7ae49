import { Kbd, Menu } from '@mantine/core';
import { useWindowEvent } from '@mantine/hooks';
import { useRouter } from '@tanstack/react-router';
import type { ReactNode, Ref } from 'react';

import { statusLabel } from '~/contract/common/statuses';
import { can } from '~/contract/identity/permissions';
import type { InboxItem } from '~/contract/inbox/inbox-schema';
import { snoozeDays, statusesOf } from '~/web/admin/leads/inbox-words';
import type { InboxActions } from '~/web/admin/leads/use-inbox-actions';
import { useCan } from '~/web/admin/shell/use-can';
import { useQuery } from '~/web/lib/queries';
import { useViewer } from '~/web/shell/settings';

export type MenuKind = 'status' | 'owner' | 'snooze';

interface Choice {
  label: string;
  isNow?: boolean;
  choose(): void;
}

/**
 * Menu of one item. The element to which it is attached stays in place while the menu opens and
 * closes.
 */
export function InboxMenu(props: {
  /** Kind of the open menu; undefined if no menu is open. */
  kind: MenuKind | undefined;
  item: InboxItem;
  actions: InboxActions;
  onClose(): void;
  /** Buttons that open the menus. */
  children: ReactNode;
}) {
  const { kind, onClose } = props;
  return (
    <Menu
      opened={kind !== undefined}
      onClose={onClose}
      position="bottom-end"
      returnFocus={false}
      withInitialFocusPlaceholder={false}
      // Excludes key events, because the key that opens the menu would also close it.
      clickOutsideEvents={['mousedown', 'touchstart']}
      width={220}
      transitionProps={{ duration: 0 }}
    >
      <Menu.Target>
        <Place>{props.children}</Place>
      </Menu.Target>
      {kind && <Choices {...props} kind={kind} />}
    </Menu>
  );
}

/**
 * Element to which the menu is attached. The element is not a button, because the buttons inside it
 * open different menus.
 */
function Place({ ref, children }: { ref?: Ref<HTMLDivElement>; children: ReactNode }) {
  return (
    <div ref={ref} className="inbox-actions">
      {children}
    </div>
  );
}

/** Options of an action for one item. A digit selects the option with that number. */
function Choices(props: {
  kind: MenuKind;
  item: InboxItem;
  actions: InboxActions;
  onClose(): void;
}) {
  const { kind, item, actions, onClose } = props;
  const owners = useOwners(kind === 'owner');
  const choices: Record<MenuKind, Choice[]> = {
    status: [
      ...statusesOf[item.kind].map((status) => ({
        label: statusLabel(status),
        isNow: status === item.status,
        choose: () => void actions.setStatus(item, status),
      })),
      ...(item.kind === 'request'
        ? []
        : [{ label: 'Mark as spam', choose: () => void actions.markSpam(item) }]),
    ],
    owner: [
      ...owners.map(({ id, name }) => ({
        label: name,
        isNow: id === item.ownerId,
        choose: () => void actions.setOwner(item, id),
      })),
      {
        label: 'No owner',
        isNow: item.ownerId === null,
        choose: () => void actions.setOwner(item, null),
      },
    ],
    snooze: [
      ...snoozeDays().map(({ label, day }) => ({
        label,
        isNow: item.snoozedUntil === day,
        choose: () =>
          void actions.changeFollowUp(
            item,
            { snoozedUntil: day },
            `Snoozed: ${label.toLowerCase()}`,
          ),
      })),
      ...(item.snoozedUntil
        ? [
            {
              label: 'Unsnooze',
              choose: () => void actions.changeFollowUp(item, { snoozedUntil: null }, 'Unsnoozed'),
            },
          ]
        : []),
    ],
  };
  const shown = choices[kind];
  // Listens on the whole document, because a digit may be pressed before the focus has moved into the menu.
  const onKeyDown = (event: KeyboardEvent) => {
    const choice = shown[Number(event.key) - 1];
    if (!choice) return;
    event.preventDefault();
    event.stopPropagation();
    onClose();
    choice.choose();
  };
  useWindowEvent('keydown', onKeyDown, { capture: true });
  return (
    <Menu.Dropdown aria-label={titles[kind]}>
      <Menu.Label>{titles[kind]}</Menu.Label>
      {shown.map(({ label, isNow, choose }, index) => (
        <Menu.Item
          key={label}
          onClick={choose}
          {...(isNow && { 'aria-current': 'true' as const, fw: 600 })}
          rightSection={index < 9 && <Kbd size="xs">{index + 1}</Kbd>}
        >
          {label}
        </Menu.Item>
      ))}
    </Menu.Dropdown>
  );
}

const titles: Record<MenuKind, string> = {
  status: 'Set status',
  owner: 'Assign to',
  snooze: 'Snooze until',
};

/**
 * Returns the admins to whom the signed-in admin can assign an item. Owners can assign everyone who
 * can work on it; other admins can only assign themselves.
 */
function useOwners(isAsked: boolean): { id: string; name: string }[] {
  const { api } = useRouter().options.context;
  const viewer = useViewer();
  const mayChoose = useCan()('admins.read');
  const { data = [] } = useQuery(
    api.admin.admins.list.queryOptions({}, { enabled: isAsked && mayChoose }),
  );
  const me = viewer ? [{ id: viewer.id, name: 'Me' }] : [];
  const others = data.filter(
    ({ id, status, role }) => id !== viewer?.id && status === 'active' && can(role, 'leads.write'),
  );
  return [...me, ...others.map(({ id, name }) => ({ id, name }))];
}
