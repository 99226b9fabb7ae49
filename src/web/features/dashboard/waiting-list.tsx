import { Link, useRouter } from '@tanstack/react-router';
import type { ReactNode } from 'react';

import { isOwing } from '~/contract/billing/billing';
import { formatAmount } from '~/contract/common/currencies';
import { dateInWords } from '~/contract/common/date-words';
import { formatMoney } from '~/contract/common/money';
import { isOpenProposal } from '~/contract/proposals/proposals';
import type { ServiceRequest } from '~/contract/requests/requests-schema';
import { useSuspenseQuery } from '~/web/lib/queries';
import { useSettings } from '~/web/shell/settings';
import { useMember } from '~/web/shell/use-member';
import { buttonClass } from '~/web/ui/button';
import {
  IconAlertTriangle,
  IconFileCheck,
  IconFileText,
  IconMessageCircle,
  IconReceipt,
} from '~/web/ui/icons';
import { FirstSteps } from './first-steps';
import styles from './waiting-list.module.css';

/** Lists the client's open tasks; shows `fallback` if there are none. */
export function WaitingList({ fallback = null }: { fallback?: ReactNode }) {
  const { api } = useRouter().options.context;
  const { data: invoices } = useSuspenseQuery(api.invoices.mine.queryOptions());
  const { data: proposals } = useSuspenseQuery(api.proposals.mine.queryOptions());
  const { data: subscription } = useSuspenseQuery(api.billing.mine.queryOptions());
  const { data: threads } = useSuspenseQuery(api.requestThreads.unread.queryOptions());
  const answers = threads.requests.filter(({ isWaiting }) => isWaiting);
  const decisions = threads.requests.filter(({ undecided }) => undecided > 0);
  const open = proposals.filter(({ status }) => isOpenProposal(status));
  const owed = invoices.filter(
    ({ status, isPaymentPending }) => status === 'open' && !isPaymentPending,
  );
  const hasFailed = subscription !== null && isOwing(subscription.status);
  const count = answers.length + decisions.length + open.length + owed.length + (hasFailed ? 1 : 0);
  if (count === 0) return fallback;
  return (
    <section className={styles.section} aria-labelledby="waiting-title">
      <h2 id="waiting-title" className={styles.heading}>
        Waiting on you
      </h2>
      <ul className={styles.list} aria-label="Waiting on you">
        {hasFailed && (
          <Row
            icon={IconAlertTriangle}
            title="Your last payment failed"
            about={`${subscription.plan?.name ?? 'Your plan'}, ${formatMoney(subscription.amount, subscription.currency)}. We retry in the next few days, or right away if you add another card.`}
            isLate
          >
            <Link
              to="/dashboard/plan"
              search={{ card: true }}
              className={buttonClass('default', 'sm')}
            >
              Update card
            </Link>
          </Row>
        )}
        {answers.map(({ requestId, title }) => (
          <Row
            key={`answer-${requestId}`}
            icon={IconMessageCircle}
            title="We need your reply"
            about={<bdi>{title}</bdi>}
          >
            <Link
              to="/dashboard/requests/$id"
              params={{ id: String(requestId) }}
              hash="write"
              className={buttonClass('default', 'sm')}
              aria-label={`Reply about ${title}`}
            >
              Reply
            </Link>
          </Row>
        ))}
        {decisions.map(({ requestId, title, undecided }) => (
          <Row
            key={`files-${requestId}`}
            icon={IconFileCheck}
            title={undecided === 1 ? 'A file to approve' : `${undecided} files to approve`}
            about={<bdi>{title}</bdi>}
          >
            <Link
              to="/dashboard/requests/$id"
              params={{ id: String(requestId) }}
              className={buttonClass('default', 'sm')}
              aria-label={`Review the files of ${title}`}
            >
              Review
            </Link>
          </Row>
        ))}
        {open.map(({ id, number, title, total, currency, validUntil }) => (
          <Row
            key={`proposal-${id}`}
            icon={IconFileText}
            title={<bdi>{title}</bdi>}
            about={`Proposal ${number} for ${formatAmount(total, currency)}, valid until ${dateInWords(validUntil)}`}
          >
            <Link
              to="/dashboard/proposals/$id"
              params={{ id: String(id) }}
              className={buttonClass('default', 'sm')}
              aria-label={`Read the proposal ${title}`}
            >
              Review
            </Link>
          </Row>
        ))}
        {owed.map(({ id, number, remaining, total, currency, dueDate, overdue }) => (
          <li key={`invoice-${id}`} className={styles.row}>
            <IconReceipt size={22} stroke={1.6} aria-hidden="true" />
            <div className={styles.what}>
              <Link
                to="/dashboard/invoices/$id"
                params={{ id: String(id) }}
                className={styles.title}
              >
                Invoice {number}
              </Link>
              <p className={styles.about} data-late={overdue}>
                {formatAmount(remaining, currency)}
                {remaining !== total && ` of ${formatAmount(total, currency)}`}
                {overdue ? ', was due on ' : ', due on '}
                {dateInWords(dueDate)}
              </p>
            </div>
            <Link
              to="/dashboard/invoices/$id"
              params={{ id: String(id) }}
              search={{ pay: true }}
              className={buttonClass('default', 'sm')}
              aria-label={`Pay invoice ${number}`}
            >
              Pay
            </Link>
          </li>
        ))}
      </ul>
    </section>
  );
}

function Row(props: {
  icon: typeof IconReceipt;
  title: ReactNode;
  about: ReactNode;
  /** True if the task is overdue. */
  isLate?: boolean;
  /** Link to the place where the task is done. */
  children: ReactNode;
}) {
  const { icon: Icon, title, about, isLate = false } = props;
  return (
    <li className={styles.row}>
      <Icon size={22} stroke={1.6} aria-hidden="true" />
      <div className={styles.what}>
        <p className={styles.title}>{title}</p>
        <p className={styles.about} data-late={isLate}>
          {about}
        </p>
      </div>
      {props.children}
    </li>
  );
}

/** Shows the next steps of a client without open tasks. */
export function WhatIsNext() {
  const { api } = useRouter().options.context;
  const { data } = useSuspenseQuery(api.requests.search.queryOptions({}));
  const { mayRequest } = useMember();
  const isNew = mayRequest && data.total === 0;
  return (
    <section className={styles.section} aria-labelledby="waiting-title">
      <h2 id="waiting-title" className={styles.heading}>
        {isNew ? 'What happens next' : 'Nothing needs your attention'}
      </h2>
      {isNew ? <FirstSteps /> : <NextInWords requests={data.rows} mayRequest={mayRequest} />}
    </section>
  );
}

function NextInWords(props: { requests: ServiceRequest[]; mayRequest: boolean }) {
  const { answerWithin } = useSettings();
  if (!props.mayRequest) {
    return (
      <p className={styles.next}>
        Proposals and invoices for your company appear here. We email you about each one.
      </p>
    );
  }
  const moving = props.requests.some(
    ({ status }) => status === 'pending' || status === 'in_progress',
  );
  return (
    <p className={styles.next}>
      {moving
        ? 'We’re working on your requests. We’ll message and email you when we need your reply or have something to show.'
        : `Tell us what you need in a new request. We’ll answer within ${answerWithin}, here and by email.`}
    </p>
  );
}
