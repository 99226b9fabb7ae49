import { Skeleton } from '@mantine/core';

import type { Page } from '~/contract/common/paging';
import { type InboxStage, inboxStages } from '~/contract/inbox/inbox';
import type { InboxItem } from '~/contract/inbox/inbox-schema';
import { aboutOf, kindLabels, stageLabels } from '~/web/admin/leads/inbox-words';
import { useInboxActions } from '~/web/admin/leads/use-inbox-actions';
import { useCan } from '~/web/admin/shell/use-can';
import { Board } from '~/web/admin/table/board';
import { FailedQuery } from '~/web/admin/ui/failed-query';
import { SpamMark } from '~/web/admin/ui/spam-notice';
import { IconUser } from '~/web/ui/icons';
import { StatusBadge } from '~/web/ui/status-badge';
import { NextStep, WhenDue } from './item-dates';
import { ItemLink, ItemTags } from './item-link';

/**
 * Status that moving an item to a column sets, by kind of record. Moving a message to the last
 * column only marks it as done, so that column has no status.
 */
const statusFor: Record<InboxItem['kind'], Partial<Record<InboxStage, string>>> = {
  quote: { new: 'pending', answered: 'contacted', won: 'approved', closed: 'rejected' },
  message: { new: 'read', answered: 'replied' },
  request: { new: 'pending', won: 'in_progress', closed: 'cancelled' },
  proposal: {},
};

/**
 * Returns the column of an item. A message that is done is in the last column. All other items are
 * in the column of their status.
 */
const stageOf = (item: InboxItem): InboxStage =>
  item.kind === 'message' && item.doneAt !== null ? 'closed' : item.stage;

/** Board of open and recently completed items, by the stage of their status. */
export function InboxBoard(props: {
  page: { data: Page<InboxItem> | undefined; error: unknown; refetch(): unknown };
}) {
  const { data, error, refetch } = props.page;
  const may = useCan();
  const actions = useInboxActions();
  if (error) return <FailedQuery error={error} onRetry={refetch} />;
  if (!data) {
    return (
      <div className="board" role="status" aria-label="Loading the board">
        {inboxStages.map((stage) => (
          <Skeleton key={stage} height={260} />
        ))}
      </div>
    );
  }
  const closesMessage = (item: InboxItem, to: InboxStage) =>
    item.kind === 'message' && to === 'closed';
  // Hides items in the first two columns that were marked as done without a decision.
  const shown = data.rows.filter(
    (item) => item.doneAt === null || !['new', 'answered'].includes(stageOf(item)),
  );
  return (
    <Board
      columns={inboxStages.map((stage) => {
        const rows = shown.filter((item) => stageOf(item) === stage);
        return { key: stage, title: stageLabels[stage], count: rows.length, rows };
      })}
      mayChange={may('leads.write')}
      note="We email clients about their requests after 10 seconds; undo until then. Won and Closed show the last 30 days."
      idOf={({ key }) => key}
      titleOf={(item) => (item.kind === 'request' ? item.about : item.name)}
      canMove={(item, to) =>
        closesMessage(item, to) ||
        (statusFor[item.kind][to] !== undefined &&
          (item.kind !== 'request' || may('requests.write')))
      }
      linkOf={(item, handle) => <ItemLink item={item} {...handle} />}
      bodyOf={(item) => <CardBody item={item} />}
      onMove={(item, to) => {
        if (closesMessage(item, to)) {
          void actions.changeFollowUp(item, { isDone: true }, 'Done');
          return;
        }
        const status = statusFor[item.kind][to];
        if (status) void actions.setStatus(item, status);
      }}
    />
  );
}

function CardBody({ item }: { item: InboxItem }) {
  const about = item.kind === 'request' ? item.name : aboutOf(item);
  return (
    <>
      <span className="board-client">
        {kindLabels[item.kind]}
        {about && `, ${about}`}
      </span>
      {(item.nextStep || item.nextStepOn) && <NextStep item={item} />}
      <WhenDue item={item} />
      <div className="board-foot">
        <StatusBadge status={item.status} />
        <SpamMark lead={item} />
        <ItemTags item={item} />
        {item.ownerName && (
          <span className="board-assignee">
            <IconUser size={14} aria-hidden />
            <span className="visually-hidden">Owner: </span>
            {item.ownerName}
          </span>
        )}
      </div>
    </>
  );
}
