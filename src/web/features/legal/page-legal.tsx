import { getRouteApi, Link } from '@tanstack/react-router';

import { type AnyLegalPage, legalPath } from '~/contract/legal/legal';
import type { LegalText } from '~/contract/legal/legal-schema';
import { DocumentNotice } from '~/web/documents/document-notice';
import { useResult } from '~/web/lib/use-result';
import styles from './legal.module.css';
import { formatLegalDate, LegalHead } from './legal-head';
import { Sections } from './sections';
import { Versions } from './versions';

const pageRoute = getRouteApi('/legal/$page/');
const versionRoute = getRouteApi('/legal/$page/$version');

/** Page of an optional legal text. */
export function PageLegal() {
  const { api } = pageRoute.useRouteContext();
  const page = pageRoute.useParams().page as AnyLegalPage;
  return <LegalArticle text={useResult(api.legal.text.queryOptions({ page }))} />;
}

/** Page of one version of a legal text. */
export function PageLegalVersion() {
  const { api } = versionRoute.useRouteContext();
  const { page, version } = versionRoute.useParams();
  const ref = { page: page as AnyLegalPage, version: Number(version) };
  return <LegalArticle text={useResult(api.legal.version.queryOptions(ref))} />;
}

function LegalArticle({ text }: { text: LegalText }) {
  const isToCome = !text.isCurrent && text.effectiveOn > text.updatedOn && text.earlier.length > 0;
  return (
    <div className={`wrap ${styles.page}`}>
      <LegalHead text={text} />
      {!text.isCurrent && (
        <div className={styles.notice}>
          <DocumentNotice tone="wait" title={isToCome ? 'Upcoming' : 'Another version'}>
            <p>
              This is version {text.version}, from {formatLegalDate(text.effectiveOn)}.{' '}
              <Link to={legalPath(text.page)}>Read the current version</Link>.
            </p>
          </DocumentNotice>
        </div>
      )}
      <Sections sections={text.sections} />
      <Versions text={text} />
    </div>
  );
}
