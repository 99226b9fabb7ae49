import { IconSearch } from '@tabler/icons-react';
import { useNavigate } from '@tanstack/react-router';

import { optionMax } from '~/contract/limits';
import { type RequestSearch, requestStatuses, requestStatusLabels } from '~/contract/requests';
import { oneOf } from '~/web/lib/search';
import { Button } from '~/web/ui/button';
import { Chips } from '~/web/ui/chips';
import styles from './request-filter.module.css';

const options = requestStatuses.map((value) => ({ value, label: requestStatusLabels[value] }));

/** Narrows the list down; what is chosen is in the address, from the first page on. */
export function RequestFilter({ search, status }: RequestSearch) {
  const navigate = useNavigate();
  const go = (to: RequestSearch) =>
    void navigate({ to: '/dashboard/requests', search: to, resetScroll: false });
  return (
    <div className={styles.filter}>
      <form
        // Another address may bring another text.
        key={search}
        action="/dashboard/requests"
        data-live
        className={styles.search}
        aria-label="Search requests"
        onSubmit={(event) => {
          event.preventDefault();
          const typed = String(new FormData(event.currentTarget).get('search') ?? '').trim();
          go({ ...(typed && { search: typed }), ...(status && { status }) });
        }}
      >
        <input
          type="search"
          name="search"
          aria-label="Search"
          placeholder="Title or description"
          maxLength={optionMax}
          defaultValue={search}
          className={styles.input}
        />
        <Button type="submit" variant="outline" size="icon" aria-label="Search">
          <IconSearch size={20} aria-hidden="true" />
        </Button>
      </form>
      <Chips
        action="/dashboard/requests"
        name="status"
        label="Filter by status"
        options={options}
        chosen={status}
        onChoose={(value) => {
          const chosen = oneOf(requestStatuses, value);
          go({ ...(search && { search }), ...(chosen && { status: chosen }) });
        }}
      />
    </div>
  );
}
