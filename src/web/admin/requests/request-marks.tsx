import { Text } from '@mantine/core';
import type { ReactNode } from 'react';

import type { AdminRequestRow } from '~/contract/admin/admin-schema';
import { unreadMax } from '~/contract/threads/threads';
import { useToday } from '~/web/admin/form/today';
import { When } from '~/web/admin/ui/when';
import { IconAlertTriangle, IconHourglass, IconMail } from '~/web/ui/icons';
import '~/web/ui/tones.css';
import './requests.css';

/** Due times of the reply and of the work. Overdue ones are marked. */
export function Due({ request }: { request: AdminRequestRow }) {
  const today = useToday();
  const { dueAt, targetDate, wishedDate, status } = request;
  const isOpen = status === 'pending' || status === 'in_progress';
  const isAnswerLate = dueAt !== null && new Date(dueAt) < new Date();
  const isTargetLate = isOpen && targetDate !== null && targetDate < today;
  if (!dueAt && !targetDate && !wishedDate) return <When at={null} />;
  return (
    <>
      {dueAt && (
        <Line isLate={isAnswerLate}>
          {isAnswerLate ? 'Reply overdue since' : 'Reply by'} <When at={dueAt} />
        </Line>
      )}
      {wishedDate && !targetDate && (
        <Line isLate={false}>
          Requested by <When at={wishedDate} isDate />
        </Line>
      )}
      {targetDate && (
        <Line isLate={isTargetLate}>
          {isTargetLate ? 'Overdue since' : 'Target'} <When at={targetDate} isDate />
        </Line>
      )}
    </>
  );
}

function Line({ isLate, children }: { isLate: boolean; children: ReactNode }) {
  return (
    <Text component="span" display="block" fz="inherit" {...(isLate && { c: 'red', fw: 600 })}>
      {children}
    </Text>
  );
}

const unreadText = (unread: number) =>
  `${unread >= unreadMax ? `${unreadMax - 1}+` : unread} unread`;

/** Shows whether a request is urgent, has unread messages or waits for the client. Renders nothing otherwise. */
export function Marks({
  request,
}: {
  request: Pick<AdminRequestRow, 'unread' | 'waitingSince' | 'urgent' | 'status'>;
}) {
  const { unread, waitingSince, status } = request;
  const isUrgent = request.urgent && (status === 'pending' || status === 'in_progress');
  if (unread === 0 && waitingSince === null && !isUrgent) return null;
  return (
    <span className="request-marks">
      {isUrgent && (
        <span className="request-mark" data-tone="bad">
          <IconAlertTriangle size={14} aria-hidden />
          Urgent
        </span>
      )}
      {unread > 0 && (
        <span className="request-mark" data-tone="info">
          <IconMail size={14} aria-hidden />
          {unreadText(unread)}
        </span>
      )}
      {waitingSince !== null && (
        <span className="request-mark" data-tone="wait">
          <IconHourglass size={14} aria-hidden />
          Waiting on client
        </span>
      )}
    </span>
  );
}
