import type { LegalText } from '~/contract/legal/legal-schema';
import { PageHead } from '~/web/ui/page-head';
import styles from './legal.module.css';

const american = new Intl.DateTimeFormat('en-US', { dateStyle: 'long', timeZone: 'UTC' });
/** Formats a date as in legal texts, such as 'July 15, 2025'. */
export const formatLegalDate = (iso: string): string => american.format(new Date(iso));

export function LegalHead({ text }: { text: LegalText }) {
  return (
    <>
      <PageHead title={text.title} lead={text.lead} />
      <dl className={styles.dates}>
        <div>
          <dt>Last updated</dt>
          <dd>
            <time dateTime={text.updatedOn}>{formatLegalDate(text.updatedOn)}</time>
          </dd>
        </div>
        {(text.page === 'terms' || text.effectiveOn !== text.updatedOn) && (
          <div>
            <dt>Effective date</dt>
            <dd>
              <time dateTime={text.effectiveOn}>{formatLegalDate(text.effectiveOn)}</time>
            </dd>
          </div>
        )}
        <div>
          <dt>Version</dt>
          <dd>{text.version}</dd>
        </div>
      </dl>
    </>
  );
}
