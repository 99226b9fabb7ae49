import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';

import { useListSearch } from '~/web/lib/use-list-search';
import { Empty } from '~/web/ui/empty';
import { ListFilter } from '~/web/ui/list-filter';
import styles from '~/web/ui/list-page.module.css';
import { NeedsScripts } from '~/web/ui/needs-scripts';
import { Paging } from '~/web/ui/paging';

/** List of the client area, with search, status filter and paging in the URL. */
export function ListScreen<Row>(props: {
  title: string;
  path: '/dashboard/files' | '/dashboard/payments' | '/dashboard/requests';
  /** Singular and plural noun, as used within sentences: 'payment' and 'payments'. */
  noun: [one: string, many: string];
  placeholder: string;
  statuses: readonly string[];
  /** Returns the label of a status in the filter, if it differs here. */
  labelOf?(status: string): string;
  /** Shown if there are no rows at all. */
  emptyText: string;
  data: { rows: Row[]; total: number; page: number };
  /** Action beside the title. */
  action?: ReactNode;
  renderRows(rows: Row[]): ReactNode;
  children?: ReactNode;
}) {
  const { title, path, noun, emptyText, data, action } = props;
  const { isFiltered } = useListSearch();
  const [one, many] = noun;
  const heading = <h1 className={styles.title}>{title}</h1>;
  return (
    <div className={`wrap ${styles.page}`}>
      {action ? (
        <div className={styles.head}>
          {heading}
          {action}
        </div>
      ) : (
        heading
      )}
      <NeedsScripts what="Your dashboard" />
      <ListFilter
        action={path}
        label={`Search ${many}`}
        placeholder={props.placeholder}
        statuses={props.statuses}
        labelOf={props.labelOf}
      />
      {data.rows.length > 0 ? (
        props.renderRows(data.rows)
      ) : (
        <Empty scene={isFiltered ? 'hover' : 'perch'}>
          <p>{isFiltered ? `No ${many} match.` : emptyText}</p>
          {isFiltered && (
            <p>
              <Link to={path} search={{}}>
                Show all
              </Link>
            </p>
          )}
        </Empty>
      )}
      <Paging page={data.page} total={data.total} />
      <p className="visually-hidden" role="status">
        {data.total} {data.total === 1 ? one : many} found
      </p>
      {props.children}
    </div>
  );
}
