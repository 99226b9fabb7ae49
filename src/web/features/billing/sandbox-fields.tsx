import { type AccountErrors, SandboxAccount } from './sandbox-account';
import { type CardErrors, SandboxCard } from './sandbox-card';
import styles from './sandbox-card.module.css';

type Kind = 'card' | 'debit';

const kinds: [Kind, string][] = [
  ['card', 'Card'],
  ['debit', 'Bank debit (SEPA)'],
];

/** What the sandbox asks for, in place of Stripe's frame: a card, or an account where debits are offered. */
export function SandboxFields(props: {
  takesDebit: boolean;
  kind: Kind;
  errors: CardErrors & AccountErrors;
  onKind(kind: Kind): void;
  onFill(values: Readonly<Record<string, string>>): void;
}) {
  const { takesDebit, kind, errors, onKind, onFill } = props;
  return (
    <>
      {takesDebit && (
        <fieldset className={styles.kinds}>
          <legend className={styles.legend}>Payment method</legend>
          {kinds.map(([value, label]) => (
            <label key={value} className={styles.kind}>
              <input
                type="radio"
                name="payment-kind"
                value={value}
                checked={kind === value}
                onChange={() => onKind(value)}
              />
              {label}
            </label>
          ))}
        </fieldset>
      )}
      {kind === 'card' ? (
        <SandboxCard errors={errors} onFill={onFill} />
      ) : (
        <SandboxAccount errors={errors} onFill={onFill} />
      )}
    </>
  );
}
