import '@mantine/spotlight/styles.css';
import './panel-search.css';

import { Kbd, Loader, UnstyledButton } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { createSpotlight, Spotlight, useSpotlight } from '@mantine/spotlight';
import { useRouter } from '@tanstack/react-router';
import { useEffect, useId, useState } from 'react';

import { sectionOfKind } from '~/contract/admin/search';
import type { SearchResult } from '~/contract/admin/search-schema';
import type { AdminSection } from '~/contract/admin/sections';
import { searchMax } from '~/contract/common/paging';
import { useNewProposal } from '~/web/admin/documents/new-proposal';
import { FailedQuery } from '~/web/admin/ui/failed-query';
import { usePhone } from '~/web/admin/ui/use-phone';
import { useQuery } from '~/web/lib/queries';
import { IconSearch, type TablerIcon } from '~/web/ui/icons';

const searchAfterMs = 80;

const [store, spotlight] = createSpotlight();
export const openPanelSearch = spotlight.open;

const kindLabel = (kind: string) =>
  kind.charAt(0).toUpperCase() + kind.slice(1).replaceAll('_', ' ');

/**
 * Returns the section whose icon a result shows. The id of a section or of its tab begins with the
 * section.
 */
function sectionOf({ kind, id }: SearchResult): AdminSection {
  if (kind === 'setting') return 'settings';
  if (kind === 'section' || kind === 'action') return id.split('/')[0] as AdminSection;
  return sectionOfKind[kind];
}

/**
 * Returns the results for the current text. Returns none while they are loading, because Enter
 * would otherwise open a result for an earlier text.
 */
function useResults(text: string) {
  const { api } = useRouter().options.context;
  const [q] = useDebouncedValue(text, searchAfterMs);
  const query = useQuery(api.admin.search.find.queryOptions({ q }, { enabled: q !== '' }));
  const isCurrent = q === text && q !== '';
  return {
    results: isCurrent ? query.data : undefined,
    error: isCurrent && !query.isFetching ? query.error : null,
    retry: query.refetch,
  };
}

/** Search of records, sections, actions and settings, opened by Ctrl+K or Cmd+K. */
export function PanelSearch({ iconOf }: { iconOf(section: AdminSection): TablerIcon }) {
  const router = useRouter();
  const proposal = useNewProposal();
  const isPhone = usePhone();
  const listId = useId();
  const [typed, setTyped] = useState('');
  const [selected, setSelected] = useState(0);
  const { opened } = useSpotlight(store);
  const text = typed.trim();
  const { results, error, retry } = useResults(text);
  const isLoading = text !== '' && !results && !error;

  // Selects the first of the new results, so that Enter opens it.
  useEffect(() => {
    if (results) store.updateState((state) => ({ ...state, selected: 0 }));
    setSelected(0);
  }, [results]);

  // Closes the search when the panel is left, because the store would keep it open.
  useEffect(() => spotlight.close, []);

  const open = ({ kind, id, path }: SearchResult) => {
    spotlight.close();
    // A proposal is created immediately, without a form.
    if (kind === 'action' && id === 'proposals') proposal.mutate({});
    else router.history.push(path);
  };

  return (
    <Spotlight.Root
      store={store}
      query={typed}
      onQueryChange={setTyped}
      shortcut="mod + K"
      tagsToIgnore={[]}
      triggerOnContentEditable
      fullScreen={isPhone}
      transitionProps={{ duration: 0 }}
      overlayProps={{ backgroundOpacity: 0.35 }}
      attributes={{ content: { 'aria-label': 'Search' } }}
    >
      <Spotlight.Search
        role="combobox"
        aria-label="Search"
        aria-autocomplete="list"
        aria-controls={listId}
        aria-expanded={results !== undefined && results.length > 0}
        {...(results?.[selected] && { 'aria-activedescendant': `${listId}-${selected}` })}
        placeholder="Search clients, invoices, settings…"
        maxLength={searchMax}
        // The library moves the selection on this event, without a new render.
        onKeyDown={() => queueMicrotask(() => setSelected(store.getState().selected))}
        leftSection={<IconSearch size={18} aria-hidden />}
        rightSection={isLoading && <Loader size="xs" role="status" aria-label="Searching" />}
      />
      {opened && error !== null && <FailedQuery error={error} onRetry={retry} />}
      {results && results.length > 0 && (
        <Spotlight.ActionsList
          id={listId}
          role="listbox"
          aria-label="Results"
          className="search-results"
        >
          {results.map((result, index) => {
            const Icon = iconOf(sectionOf(result));
            const isSelected = index === selected;
            return (
              // The library's own element has no id, which the field needs for the selection.
              <UnstyledButton
                // The key contains the position, because the library selects elements by position.
                // biome-ignore lint/suspicious/noArrayIndexKey: see above
                key={index}
                id={`${listId}-${index}`}
                role="option"
                aria-selected={isSelected}
                data-action
                data-selected={isSelected || undefined}
                tabIndex={-1}
                className="search-result"
                onClick={() => open(result)}
              >
                <Icon size={20} stroke={1.6} aria-hidden />
                <span className="search-result-text">
                  {result.title}
                  {result.subtitle && <small>{result.subtitle}</small>}
                </span>
                <small>{kindLabel(result.kind)}</small>
              </UnstyledButton>
            );
          })}
        </Spotlight.ActionsList>
      )}
      {results?.length === 0 && (
        <Spotlight.Empty role="status">No results for “{text}”.</Spotlight.Empty>
      )}
      {!isPhone && (
        <Spotlight.Footer className="search-keys">
          <Kbd size="xs">↑</Kbd> <Kbd size="xs">↓</Kbd> to select, <Kbd size="xs">Enter</Kbd> to
          open, <Kbd size="xs">Esc</Kbd> to close
        </Spotlight.Footer>
      )}
    </Spotlight.Root>
  );
}

const isApple = () => /Mac|iPhone|iPad/.test(navigator.platform);

/**
 * Field in the header that opens the search. On a phone, the bar at the bottom contains a button
 * for it instead.
 */
export function SearchButton() {
  return (
    <UnstyledButton className="search-button" onClick={openPanelSearch} aria-label="Search">
      <IconSearch size={16} aria-hidden />
      <span>Search</span>
      <Kbd size="xs">{isApple() ? '⌘' : 'Ctrl'} K</Kbd>
    </UnstyledButton>
  );
}
