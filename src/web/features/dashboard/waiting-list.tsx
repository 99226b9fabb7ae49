import { IconFileCheck, IconFileText, IconMessageCircle, IconReceipt } from '@tabler/icons-react';
import { Link, useRouter } from '@tanstack/react-router';

import { formatAmount } from '~/contract/common/currencies';
import { dateInWords } from '~/contract/common/dates';
import { isOpenProposal } from '~/contract/proposals/proposals';
import { useSuspenseQuery } from '~/web/lib/queries';
import { useSettings } from '~/web/shell/settings';
import { buttonClass } from '~/web/ui/button';
import styles from './waiting-list.module.css';

/** What the agency waits for, in one list; where that is nothing, what happens next. */
export function WaitingList() {
  const { api } = useRouter().options.context;
  const { data: invoices } = useSuspenseQuery(api.invoices.mine.queryOptions());
  const { data: proposals } = useSuspenseQuery(api.proposals.mine.queryOptions());
  const { data: threads } = useSuspenseQuery(api.workspace.unread.queryOptions());
  const answers = threads.requests.filter(({ isWaiting }) => isWaiting);
  const decisions = threads.requests.filter(({ undecided }) => undecided > 0);
  const open = proposals.filter(({ status }) => isOpenProposal(status));
  const owed = invoices.filter(({ status }) => status === 'open');
  const count = answers.length + decisions.length + open.length + owed.length;
  return (
    <section className={styles.section} aria-labelledby="waiting-title">
      <h2 id="waiting-title" className={styles.heading}>
        {count === 0 ? 'Nothing waits on you' : 'Waiting on you'}
      </h2>
      {count === 0 ? (
        <WhatIsNext />
      ) : (
        <ul className={styles.list} aria-label="Waiting on you">
          {answers.map(({ requestId, title }) => (
            <li key={`answer-${requestId}`} className={styles.row}>
              <IconMessageCircle size={22} stroke={1.6} aria-hidden="true" />
              <div className={styles.what}>
                <p className={styles.title}>Your answer</p>
                <p className={styles.about}>
                  <bdi>{title}</bdi>
                </p>
              </div>
              <Link
                to="/dashboard/requests/$id"
                params={{ id: String(requestId) }}
                hash="write"
                className={buttonClass('default', 'sm')}
                aria-label={`Answer about ${title}`}
              >
                Answer
              </Link>
            </li>
          ))}
          {decisions.map(({ requestId, title, undecided }) => (
            <li key={`files-${requestId}`} className={styles.row}>
              <IconFileCheck size={22} stroke={1.6} aria-hidden="true" />
              <div className={styles.what}>
                <p className={styles.title}>
                  {undecided === 1 ? 'A file to approve' : `${undecided} files to approve`}
                </p>
                <p className={styles.about}>
                  <bdi>{title}</bdi>
                </p>
              </div>
              <Link
                to="/dashboard/requests/$id"
                params={{ id: String(requestId) }}
                className={buttonClass('default', 'sm')}
                aria-label={`Look at the files of ${title}`}
              >
                Look at {undecided === 1 ? 'it' : 'them'}
              </Link>
            </li>
          ))}
          {open.map(({ id, number, title, total, currency, validUntil }) => (
            <li key={`proposal-${id}`} className={styles.row}>
              <IconFileText size={22} stroke={1.6} aria-hidden="true" />
              <div className={styles.what}>
                <p className={styles.title}>
                  <bdi>{title}</bdi>
                </p>
                <p className={styles.about}>
                  Proposal {number} over {formatAmount(total, currency)}, valid until{' '}
                  {dateInWords(validUntil)}
                </p>
              </div>
              <Link
                to="/dashboard/proposals/$id"
                params={{ id: String(id) }}
                className={buttonClass('default', 'sm')}
                aria-label={`Read the proposal ${title}`}
              >
                Read it
              </Link>
            </li>
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
      )}
      {invoices.length + proposals.length > 0 && (
        <p className={styles.all}>
          {invoices.length > 0 && <Link to="/dashboard/invoices">All invoices</Link>}
          {proposals.length > 0 && <Link to="/dashboard/proposals">All proposals</Link>}
        </p>
      )}
    </section>
  );
}

function WhatIsNext() {
  const { api } = useRouter().options.context;
  const { answerWithin } = useSettings();
  const { data } = useSuspenseQuery(api.requests.search.queryOptions({}));
  const moving = data.rows.some(({ status }) => status === 'pending' || status === 'in_progress');
  return (
    <p className={styles.next}>
      {moving
        ? 'Your requests are with us. We write to you in the request, and by mail, as soon as we need an answer or have something to show.'
        : `Tell us what you need in a new request: we read it and answer within ${answerWithin}, here and by mail.`}
    </p>
  );
}
