import { type ReactNode, useId } from 'react';

import { formatAmount, formatUnitPrice } from '~/contract/common/currencies';
import { choicesOf } from '~/contract/documents/choices';
import type { ShownProposal } from '~/contract/proposals/proposals-schema';
import styles from './proposal-document.module.css';

type Item = ShownProposal['items'][number];

/** Shows the required items, with the options below them. */
export function ProposalItems(props: {
  proposal: ShownProposal;
  chosen: readonly number[];
  onChoose?: ((index: number, isChosen: boolean) => void) | undefined;
}) {
  const { proposal, chosen, onChoose } = props;
  const { currency } = proposal;
  const numbered = proposal.items.map((item, index) => ({ item, index }));
  const required = numbered.filter(({ item }) => !item.optional);
  const choices = [...choicesOf(proposal.items)];
  const others = numbered.filter(({ item }) => item.optional && !item.choice);
  const id = useId();
  /** Renders an option. @param choice name of the radio buttons, if the item belongs to a choice */
  const option = (item: Item, index: number, choice?: string) => (
    <li key={index} className={`${styles.item} ${styles.option}`}>
      <ItemWords item={item} currency={currency}>
        <label className={styles.name}>
          <input
            type={choice ? 'radio' : 'checkbox'}
            name={choice}
            checked={chosen.includes(index)}
            disabled={!onChoose}
            onChange={(event) => onChoose?.(index, event.currentTarget.checked)}
          />
          {item.description}
        </label>
      </ItemWords>
    </li>
  );
  return (
    <>
      {required.length > 0 && (
        <section className={styles.section} aria-labelledby="proposal-items">
          <h2 id="proposal-items" className={styles.heading}>
            What you get
          </h2>
          <ul className={styles.items}>
            {required.map(({ item, index }) => (
              <li key={index} className={styles.item}>
                <ItemWords item={item} currency={currency}>
                  <span className={styles.name}>{item.description}</span>
                </ItemWords>
              </li>
            ))}
          </ul>
        </section>
      )}
      {(choices.length > 0 || others.length > 0) && (
        <section className={styles.section} aria-labelledby="proposal-options">
          <h2 id="proposal-options" className={styles.heading}>
            Options
          </h2>
          <p className={styles.note}>
            {onChoose
              ? hintOf(
                  choices.map(([name]) => name),
                  others.length > 0,
                )
              : 'Options you don’t select aren’t included in the total.'}
          </p>
          {choices.map(([name, indexes], nth) => (
            <fieldset key={name} className={styles.choice}>
              <legend className={styles.legend}>{name}</legend>
              <ul className={styles.items}>
                {numbered
                  .filter(({ index }) => indexes.includes(index))
                  .map(({ item, index }) => option(item, index, `${id}-${nth}`))}
              </ul>
            </fieldset>
          ))}
          {others.length > 0 && (
            <ul className={styles.items}>{others.map(({ item, index }) => option(item, index))}</ul>
          )}
        </section>
      )}
    </>
  );
}

function hintOf(choices: readonly string[], hasOthers: boolean): string {
  if (choices.length === 0) return 'Add the extras you want; the total updates.';
  const group = choices.length === 1 ? `“${choices[0]}”` : 'each group';
  const others = hasOthers ? ', and add extras' : '';
  return `Pick one option in ${group}${others}; the total updates.`;
}

function ItemWords(props: { item: Item; currency: string; children: ReactNode }) {
  const { item, currency, children } = props;
  const { quantity, unit, unitPrice, detail, amount } = item;
  return (
    <>
      <div>
        {children}
        {detail && <p className={styles.detail}>{detail}</p>}
        {(Number(quantity) !== 1 || unit) && (
          <p className={styles.count}>
            {quantity}
            {unit && ` ${unit}`} × {formatUnitPrice(unitPrice, currency)}
          </p>
        )}
      </div>
      <p className={styles.amount}>{formatAmount(amount, currency)}</p>
    </>
  );
}
