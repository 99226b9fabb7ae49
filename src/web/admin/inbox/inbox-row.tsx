import type { ReactNode } from 'react';

import type { InboxItem } from '~/contract/inbox/inbox-schema';
import { aboutOf, hasMenu, kindLabels, nameOf } from '~/web/admin/leads/inbox-words';
import type { InboxActions } from '~/web/admin/leads/use-inbox-actions';
import { IconAction } from '~/web/admin/ui/icon-action';
import { SpamMark } from '~/web/admin/ui/spam-notice';
import {
  IconArrowBackUp,
  IconCheck,
  IconClock,
  IconProgress,
  IconUser,
  IconUserPlus,
} from '~/web/ui/icons';
import { StatusBadge } from '~/web/ui/status-badge';
import { InboxMenu, type MenuKind } from './inbox-menu';
import { NextStep, WhenDue } from './item-dates';
import { ItemLink, ItemTags } from './item-link';

/** Row of an item: sender, subject, next step, due time, and the most common action. */
export function InboxRow(props: {
  item: InboxItem;
  isActive: boolean;
  mayChange: boolean;
  actions: InboxActions;
  menu: MenuKind | undefined;
  onMenu(menu: MenuKind | undefined): void;
  onFocus(): void;
}) {
  const { item, isActive, mayChange, actions, menu, onMenu } = props;
  const about = aboutOf(item);
  const name = nameOf(item);
  const button = (kind: MenuKind, label: string, icon: ReactNode) => (
    <IconAction
      label={`${label}: ${name}`}
      aria-haspopup="menu"
      aria-expanded={menu === kind}
      onClick={() => onMenu(menu === kind ? undefined : kind)}
    >
      {icon}
    </IconAction>
  );
  return (
    <li className="inbox-row" data-active={isActive} onFocus={props.onFocus}>
      <div className="inbox-main">
        <p className="inbox-head">
          <ItemLink item={item} className="row-link inbox-link" data-item={item.key} />
          <span className="inbox-kind">{kindLabels[item.kind]}</span>
          <SpamMark lead={item} />
          {about && item.kind !== 'request' && <span className="inbox-about">{about}</span>}
        </p>
        <p className="inbox-details">
          {item.lastWords ? (
            <>
              {item.waitingSince && <b>New message: </b>}
              {item.lastWords}
            </>
          ) : item.kind === 'request' ? (
            item.name
          ) : (
            item.details
          )}
        </p>
        {(item.nextStep || item.nextStepOn || item.tags.length > 0) && (
          <div className="inbox-follow-up">
            {(item.nextStep || item.nextStepOn) && <NextStep item={item} />}
            <ItemTags item={item} />
          </div>
        )}
      </div>
      <div className="inbox-side">
        <StatusBadge status={item.status} />
        <WhenDue item={item} />
        {item.ownerName && (
          <span className="inbox-owner">
            <IconUser size={14} aria-hidden />
            <span className="visually-hidden">Owner: </span>
            {item.ownerName}
          </span>
        )}
      </div>
      {mayChange && (
        <InboxMenu kind={menu} item={item} actions={actions} onClose={() => onMenu(undefined)}>
          {hasMenu(item, 'status') &&
            button('status', 'Set status', <IconProgress size={18} aria-hidden />)}
          {hasMenu(item, 'owner') &&
            button('owner', 'Assign to', <IconUserPlus size={18} aria-hidden />)}
          {item.doneAt === null && button('snooze', 'Snooze', <IconClock size={18} aria-hidden />)}
          <IconAction
            label={`${item.doneAt === null ? 'Done' : 'Reopen'}: ${name}`}
            onClick={() => void actions.toggleDone(item)}
          >
            {item.doneAt === null ? (
              <IconCheck size={18} aria-hidden />
            ) : (
              <IconArrowBackUp size={18} aria-hidden />
            )}
          </IconAction>
        </InboxMenu>
      )}
    </li>
  );
}
