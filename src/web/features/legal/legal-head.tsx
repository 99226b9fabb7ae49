import type { LegalText } from '~/contract/legal/legal-schema';
import { formatLegalDate } from '~/web/lib/dates';
import { PageHead } from '~/web/ui/page-head';
import styles from './legal.module.css';

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
        <div>
          <dt>Effective date</dt>
          <dd>
            <time dateTime={text.effectiveOn}>{formatLegalDate(text.effectiveOn)}</time>
          </dd>
        </div>
        <div>
          <dt>Version</dt>
          <dd>{text.version}</dd>
        </div>
      </dl>
    </>
  );
}
