import type { ReactNode } from 'react';

import { formatAmount } from '~/contract/common/currencies';
import type { ShownProposal } from '~/contract/proposals/proposals-schema';
import styles from './proposal-document.module.css';

type Item = ShownProposal['items'][number];

/** What is offered, and below it what can be chosen in addition. */
export function ProposalItems(props: {
  proposal: ShownProposal;
  chosen: readonly number[];
  onChoose?: ((index: number, isChosen: boolean) => void) | undefined;
}) {
  const { proposal, chosen, onChoose } = props;
  const { currency } = proposal;
  const numbered = proposal.items.map((item, index) => ({ item, index }));
  const required = numbered.filter(({ item }) => !item.optional);
  const optional = numbered.filter(({ item }) => item.optional);
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
      {optional.length > 0 && (
        <section className={styles.section} aria-labelledby="proposal-options">
          <h2 id="proposal-options" className={styles.heading}>
            Options
          </h2>
          <p className={styles.note}>
            {onChoose
              ? 'Tick what you want as well. The totals follow.'
              : 'What is not ticked is not part of the total.'}
          </p>
          <ul className={styles.items}>
            {optional.map(({ item, index }) => (
              <li key={index} className={`${styles.item} ${styles.option}`}>
                <ItemWords item={item} currency={currency}>
                  <label className={styles.name}>
                    <input
                      type="checkbox"
                      checked={chosen.includes(index)}
                      disabled={!onChoose}
                      onChange={(event) => onChoose?.(index, event.currentTarget.checked)}
                    />
                    {item.description}
                  </label>
                </ItemWords>
              </li>
            ))}
          </ul>
        </section>
      )}
    </>
  );
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
            {unit && ` ${unit}`} × {formatAmount(unitPrice, currency)}
          </p>
        )}
      </div>
      <p className={styles.amount}>{formatAmount(amount, currency)}</p>
    </>
  );
}
