import { optionMax } from '~/contract/common/limits';
import { statusLabel } from '~/contract/common/statuses';
import { useListSearch } from '~/web/lib/use-list-search';
import { IconSearch } from '~/web/ui/icons';
import { Button } from './button';
import { Chips } from './chips';
import styles from './list-filter.module.css';

/**
 * Search and status filter of a list.
 *
 * @param props.action the list's own path, to which forms are submitted before scripts have run
 * @param props.label such as 'Search requests'
 * @param props.placeholder fields that are searched
 */
export function ListFilter(props: {
  action: string;
  label: string;
  placeholder: string;
  statuses: readonly string[];
  labelOf?: ((status: string) => string) | undefined;
}) {
  const { action, label, placeholder, statuses, labelOf = statusLabel } = props;
  const { search, status, setSearch, setStatus } = useListSearch();
  return (
    <div className={styles.filter}>
      <form
        // A new URL can have another search text.
        key={search}
        action={action}
        data-live
        className={styles.search}
        aria-label={label}
        onSubmit={(event) => {
          event.preventDefault();
          void setSearch(String(new FormData(event.currentTarget).get('search') ?? ''));
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
        options={statuses.map((value) => ({ value, label: labelOf(value) }))}
        chosen={status}
        onChoose={(chosen) => void setStatus(chosen)}
      />
    </div>
  );
}
