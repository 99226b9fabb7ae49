import { Text, Title } from '@mantine/core';
import { useRouter } from '@tanstack/react-router';

import { allLegalPages } from '~/contract/legal/legal';
import type { LegalSummary } from '~/contract/legal/legal-schema';
import { SiteLink } from '~/web/admin/content/site-link';
import { useAdminSearch } from '~/web/admin/shell/use-admin-search';
import { RowLink } from '~/web/admin/table/row-link';
import { Loaded } from '~/web/admin/ui/record-drawer';
import { useQuery } from '~/web/lib/queries';
import { StatusBadge } from '~/web/ui/status-badge';
import { LegalFacts } from './legal-facts';
import { LegalPage } from './legal-page';
import { isOptional, stateOf } from './legal-words';
import './legal.css';

/** List of legal texts, or the open text. */
export function LegalTexts() {
  const { open } = useAdminSearch();
  const page = allLegalPages.find((one) => one === open);
  return page ? <LegalPage key={page} page={page} /> : <List />;
}

function List() {
  const { api } = useRouter().options.context;
  const query = useQuery(api.admin.legal.list.queryOptions(undefined, { gcTime: 0 }));
  return (
    <Loaded query={query}>
      {(pages) => (
        <div className="legal-lists">
          <Group
            title="Required texts"
            note="Each change creates a version with an effective date. Earlier versions stay available."
            pages={pages.filter(({ page }) => !isOptional(page))}
          />
          <Group
            title="Optional texts"
            note="Each starts with a template. Once published, it is linked in the footer of every page."
            pages={pages.filter(({ page }) => isOptional(page))}
          />
        </div>
      )}
    </Loaded>
  );
}

function Group(props: { title: string; note: string; pages: LegalSummary[] }) {
  return (
    <section aria-label={props.title}>
      <Title order={2}>{props.title}</Title>
      <Text c="dimmed" fz="sm">
        {props.note}
      </Text>
      <ul className="legal-list">
        {props.pages.map((page) => (
          <Row key={page.page} page={page} />
        ))}
      </ul>
    </section>
  );
}

function Row({ page }: { page: LegalSummary }) {
  return (
    <li aria-label={page.title}>
      <div>
        <p className="legal-row-title">
          <RowLink id={page.page}>{page.title}</RowLink>
          <StatusBadge status={stateOf(page)} />
        </p>
        <LegalFacts page={page} />
      </div>
      {page.isPublished && <SiteLink path={page.path} name={page.title} />}
    </li>
  );
}
