import { IconSearch } from '@tabler/icons-react';

import { optionMax } from '~/contract/common/limits';
import { oneOf } from '~/web/lib/search';
import { Button } from './button';
import { Chips } from './chips';
import styles from './list-filter.module.css';

interface Narrowing<Status> {
  search?: string;
  status?: Status;
}

/**
 * Narrows a list down; what is chosen is in the address, from the first page on.
 *
 * @param props.action the list's own path
 * @param props.label such as 'Search requests'
 * @param props.placeholder what is searched
 */
export function ListFilter<Status extends string>(
  props: Narrowing<Status> & {
    action: string;
    label: string;
    placeholder: string;
    options: readonly { value: Status; label: string }[];
    onNarrow(to: Narrowing<Status>): void;
  },
) {
  const { action, label, placeholder, options, search, status, onNarrow } = props;
  return (
    <div className={styles.filter}>
      <form
        // Another address may bring another text.
        key={search}
        action={action}
        data-live
        className={styles.search}
        aria-label={label}
        onSubmit={(event) => {
          event.preventDefault();
          const typed = String(new FormData(event.currentTarget).get('search') ?? '').trim();
          onNarrow({ ...(typed && { search: typed }), ...(status && { status }) });
        }}
      >
        <input
          type="search"
          name="search"
          aria-label="Search"
          placeholder={placeholder}
          maxLength={optionMax}
          defaultValue={search}
          className={styles.input}
        />
        <Button type="submit" variant="outline" size="icon" aria-label="Search">
          <IconSearch size={20} aria-hidden="true" />
        </Button>
      </form>
      <Chips
        action={action}
        name="status"
        label="Filter by status"
        options={options}
        chosen={status}
        onChoose={(value) => {
          const chosen = oneOf(
            options.map((option) => option.value),
            value,
          );
          onNarrow({ ...(search && { search }), ...(chosen && { status: chosen }) });
        }}
      />
    </div>
  );
}
