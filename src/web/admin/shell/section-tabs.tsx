import { Badge } from '@mantine/core';
import { Link } from '@tanstack/react-router';

import { type AdminSection, adminSections, entryOf, tabsOf } from '~/contract/admin/sections';
import { useViewer } from '~/web/shell/settings';
import { countLabel } from './section-row';
import './section-tabs.css';
import { useCounts } from './use-counts';

/** Scrolls a phone's row of tabs to the current one. */
function showInRow(tab: HTMLElement | null) {
  const row = tab?.parentElement;
  if (tab && row) row.scrollLeft = tab.offsetLeft - (row.clientWidth - tab.offsetWidth) / 2;
}

/** Tabs for the sections of one sidebar entry, shown above each of them. */
export function SectionTabs({ section }: { section: AdminSection }) {
  const tabs = tabsOf(section, useViewer()?.role);
  const { countOf } = useCounts();
  if (tabs.length < 2) return null;
  return (
    <nav className="section-tabs" aria-label={`${adminSections[entryOf(section)].title} tabs`}>
      {tabs.map((one) => {
        const count = one === 'inbox' ? 0 : countOf(one);
        return (
          <Link
            key={one}
            to="/admin"
            search={{ section: one }}
            activeOptions={{ exact: true, includeSearch: true }}
            aria-current={one === section ? 'page' : undefined}
            {...(one === section && { ref: showInRow })}
          >
            {adminSections[one].title}
            {count > 0 && (
              <Badge size="xs" variant="light" aria-label={countLabel(one, count)}>
                {count}
              </Badge>
            )}
          </Link>
        );
      })}
    </nav>
  );
}
