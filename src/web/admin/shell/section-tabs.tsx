import { Badge } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';

import {
  type AdminSection,
  adminSections,
  entryOf,
  type SectionTab,
  sectionTabsOf,
} from '~/contract/admin/sections';
import { useViewer } from '~/web/shell/settings';
import { countLabel } from './section-row';
import './section-tabs.css';
import { useAdminSearch } from './use-admin-search';
import { useCounts } from './use-counts';

/** Number of tabs from which wide screens show them as a column. */
const columnFrom = 8;

/** Scrolls a phone's row of tabs to the current one. */
function showInRow(tab: HTMLElement | null) {
  const row = tab?.parentElement;
  if (tab && row) row.scrollLeft = tab.offsetLeft - (row.clientWidth - tab.offsetWidth) / 2;
}

/** Shows the tabs of a section's sidebar entry, above the content or beside it. */
export function SectionTabs(props: { section: AdminSection; children: ReactNode }) {
  const { section, children } = props;
  const tabs = sectionTabsOf(section, useViewer()?.role);
  const { tab } = useAdminSearch();
  const { countOf } = useCounts();
  if (tabs.length < 2) return children;
  const ofSection = tabs.filter((one) => one.section === section);
  const shown = ofSection.find((one) => one.tab === tab) ?? ofSection[0];
  return (
    <div className="tabbed-section" data-column={tabs.length >= columnFrom || undefined}>
      <nav className="section-tabs" aria-label={`${adminSections[entryOf(section)].title} tabs`}>
        {tabs.map((one) => {
          const count = hasCount(one) ? countOf(one.section) : 0;
          return (
            <Link
              key={`${one.section} ${one.tab}`}
              to="/admin"
              search={{ section: one.section, ...(one.tab && { tab: one.tab }) }}
              activeOptions={{ exact: true, includeSearch: true }}
              aria-current={one === shown ? 'page' : undefined}
              {...(one === shown && { ref: showInRow })}
            >
              {one.title}
              {count > 0 && (
                <Badge size="xs" variant="light" aria-label={countLabel(one.section, count)}>
                  {count}
                </Badge>
              )}
            </Link>
          );
        })}
      </nav>
      <div>{children}</div>
    </div>
  );
}

/**
 * Returns whether a tab shows a count. In the settings, the Integrations tab shows the number of
 * proposed changes.
 */
const hasCount = ({ section, tab }: SectionTab) =>
  section !== 'inbox' && tab === (section === 'settings' ? 'integrations' : undefined);
