import { getRouteApi, Link } from '@tanstack/react-router';

import { formatAmount } from '~/contract/common/currencies';
import { dateInWords } from '~/contract/common/date-words';
import type { Tone } from '~/contract/common/statuses';
import type { LinkedQuote } from '~/contract/leads/quote-link-schema';
import { DocumentFrame } from '~/web/documents/document-frame';
import { DocumentNotice } from '~/web/documents/document-notice';
import { LinkedConversation } from '~/web/documents/linked-conversation';
import { formatDate } from '~/web/lib/dates';
import { useResult } from '~/web/lib/use-result';
import { buttonClass } from '~/web/ui/button';
import { Moment } from '~/web/ui/moment';
import styles from './page-quote.module.css';

const route = getRouteApi('/quotes/$token');

/** Page of a quote request for the holder of its private link. The HTML from the server is complete. */
export function PageQuote() {
  const { api, client } = route.useRouteContext();
  const { token } = route.useParams();
  const quote = useResult(api.quotes.byLink.queryOptions({ token }));
  const { proposal } = quote;
  return (
    <DocumentFrame>
      <p className={styles.kicker}>Quote request</p>
      <h1 className={styles.title}>{quote.statusText}</h1>
      <div className={styles.notice}>
        <DocumentNotice tone={toneOf(quote)} title="What happens next">
          <p>{quote.next}</p>
          {quote.dueAt && (
            <p>
              {quote.isOverdue ? 'We promised you an answer by ' : 'You’ll hear from us by '}
              <b>{formatDate(quote.dueAt)}</b>
              {quote.isOverdue && '. We’re sorry for the delay'}.
            </p>
          )}
        </DocumentNotice>
      </div>
      {proposal && (
        <section className={styles.proposal} aria-labelledby="proposal-title">
          <h2 id="proposal-title" className={styles.heading}>
            <bdi>{proposal.title}</bdi>
          </h2>
          <p className={styles.about}>
            Proposal {proposal.number}, {formatAmount(proposal.total, proposal.currency)}
            {proposal.url && `, valid until ${dateInWords(proposal.validUntil)}`}
          </p>
          {proposal.url && (
            <p className={styles.actions}>
              <a href={new URL(proposal.url).pathname} className={buttonClass()}>
                Read the proposal
              </a>
            </p>
          )}
        </section>
      )}
      <LinkedConversation
        title="Messages"
        firstLabel="Anything to add?"
        messages={quote.messages}
        filesAt={`/api/quotes/by-link/${token}/files`}
        draftName={`quote-answer:${token.slice(0, 12)}`}
        send={async (message) => {
          await client.quotes.answer.mutate({ token, ...message });
          await api.quotes.byLink.invalidate({ token });
        }}
      />
      <dl className={styles.facts}>
        <div>
          <dt>Service</dt>
          <dd>{quote.serviceName || 'None in particular'}</dd>
        </div>
        <div>
          <dt>Sent</dt>
          <dd>
            <Moment at={quote.sentAt} />
          </dd>
        </div>
        {quote.answeredAt && (
          <div>
            <dt>First reply</dt>
            <dd>
              <Moment at={quote.answeredAt} />
            </dd>
          </div>
        )}
      </dl>
      <p className={styles.account}>
        {quote.isClaimed ? (
          <>
            This quote is in your account. <Link to="/auth/signin">Sign in</Link> to see everything
            about it.
          </>
        ) : (
          <>
            You don’t need an account to follow this quote.{' '}
            <Link to="/auth/signup">Create one</Link> with the same email to keep everything in one
            place.
          </>
        )}
      </p>
    </DocumentFrame>
  );
}

function toneOf({ status, proposal, isOverdue }: LinkedQuote): Tone {
  if (isOverdue) return 'bad';
  if (proposal?.status === 'accepted' || status === 'approved') return 'good';
  return proposal?.url ? 'wait' : 'info';
}
