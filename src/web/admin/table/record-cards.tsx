import { Checkbox, Skeleton, Text } from '@mantine/core';
import { type DataTableColumn, getValueAtPath, humanize } from 'mantine-datatable';
import type { ReactNode } from 'react';

import { EmptyTable } from './empty-table';
import './record-cards.css';
import { SortSelect } from './sort-select';

/** Columns of the table that a card on a phone shows. */
export interface CardColumns {
  /** Ids of two columns. Defaults to the first ones after the name. */
  facts: readonly [string, string];
  /** Id of the column next to the name. Defaults to `status`. */
  state?: string;
}

interface RecordCardsProps<Row> {
  /** Rows; undefined while they are loaded for the first time. */
  rows: readonly Row[] | undefined;
  columns: readonly DataTableColumn<Row>[];
  card: CardColumns | undefined;
  emptyText: string;
  /** Total number of rows, and the range of those shown. */
  count: string;
  /** True if the rows are those of the previous query. */
  isStale: boolean;
  /** Selection; omitted if rows cannot be selected. */
  choice: { chosen: Row[]; choose(rows: Row[]): void } | undefined;
}

const placeholders = [1, 2, 3, 4, 5];

const titleOf = <Row,>({ title, accessor }: DataTableColumn<Row>): ReactNode =>
  title ?? humanize(String(accessor));

function cellOf<Row>(column: DataTableColumn<Row>, row: Row, index: number): ReactNode {
  if (column.render) return column.render(row, index);
  return getValueAtPath(row, column.accessor as never) as ReactNode;
}

/** Returns the columns of a card. */
function partsOf<Row>(columns: readonly DataTableColumn<Row>[], card: CardColumns | undefined) {
  const find = (accessor: string) => columns.find((one) => one.accessor === accessor);
  const [title, ...others] = columns;
  const state = find(card?.state ?? 'status');
  const actions = columns.find(
    ({ accessor, visibleMediaQuery }) => accessor === 'actions' && !visibleMediaQuery,
  );
  const facts = card
    ? card.facts.flatMap((accessor) => find(accessor) ?? [])
    : others.filter((one) => one !== state && one.accessor !== 'actions').slice(0, 2);
  return { title, facts, state, isStateNamed: card?.state !== undefined, actions };
}

/** Cards for the rows of a table on a phone: name, two columns, status, and actions. */
export function RecordCards<Row extends { id: number | string }>(props: RecordCardsProps<Row>) {
  const { rows, columns, choice } = props;
  const parts = partsOf(columns, props.card);
  if (!rows) {
    return (
      <div role="status" aria-label="Loading the list">
        {placeholders.map((key) => (
          <Skeleton key={key} height={88} mb="xs" />
        ))}
      </div>
    );
  }
  if (rows.length === 0) {
    return (
      <div className="record-none" aria-busy={props.isStale}>
        <EmptyTable isEmpty text={props.emptyText} />
      </div>
    );
  }
  return (
    <div>
      <div className="record-tools">
        {choice ? (
          <ChooseAll rows={rows} {...choice} />
        ) : (
          <Text c="dimmed" fz="sm">
            {props.count}
          </Text>
        )}
        <SortSelect
          options={columns
            .filter(({ sortable }) => sortable)
            .map((column) => ({
              value: String(column.accessor),
              label: String(titleOf(column)),
            }))}
        />
      </div>
      <ul className="record-list" aria-busy={props.isStale}>
        {rows.map((row, index) => (
          <li
            key={row.id}
            className="record-card"
            data-chosen={choice?.chosen.some(({ id }) => id === row.id)}
          >
            <div className="record-head">
              {choice && <Choose row={row} {...choice} />}
              <div className="record-title">{parts.title && cellOf(parts.title, row, index)}</div>
              {parts.state && (
                <div className="record-state">
                  {parts.isStateNamed && <span aria-hidden>{titleOf(parts.state)}</span>}
                  {cellOf(parts.state, row, index)}
                </div>
              )}
            </div>
            <div className="record-body">
              <dl className="record-facts">
                {parts.facts.map((column) => (
                  <div key={String(column.accessor)}>
                    <dt>{titleOf(column)}</dt>
                    <dd>{cellOf(column, row, index) || '–'}</dd>
                  </div>
                ))}
              </dl>
              {parts.actions && (
                <div className="record-actions">{cellOf(parts.actions, row, index)}</div>
              )}
            </div>
          </li>
        ))}
      </ul>
    </div>
  );
}

interface Choice<Row> {
  chosen: Row[];
  choose(rows: Row[]): void;
}

function Choose<Row extends { id: number | string }>({
  row,
  chosen,
  choose,
}: Choice<Row> & { row: Row }) {
  const others = chosen.filter(({ id }) => id !== row.id);
  const isChosen = others.length < chosen.length;
  return (
    <Checkbox
      className="record-tick"
      label={<span className="visually-hidden">Choose {row.id}</span>}
      checked={isChosen}
      onChange={() => choose(isChosen ? others : [...chosen, row])}
    />
  );
}

function ChooseAll<Row>({ rows, chosen, choose }: Choice<Row> & { rows: readonly Row[] }) {
  const isAll = chosen.length === rows.length;
  return (
    <Checkbox
      className="record-all"
      label="All"
      aria-label="Select all on this page"
      checked={isAll}
      indeterminate={chosen.length > 0 && !isAll}
      onChange={() => choose(isAll ? [] : [...rows])}
    />
  );
}
