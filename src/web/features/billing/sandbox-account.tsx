import { TextField } from '~/web/ui/field';
import styles from './sandbox-card.module.css';
import { SandboxTestData } from './sandbox-test-data';

/** The behaviour of Stripe's test accounts; other numbers are rejected, so that no real account can be entered. */
export const testAccounts = [
  { number: 'DE89 3704 0044 0532 0130 00', does: 'pays after a few seconds' },
  { number: 'DE62 3704 0044 0532 0130 01', does: 'is refused by the bank after a few seconds' },
  { number: 'DE35 3704 0044 0532 0130 02', does: 'pays, then is reversed a moment later' },
] as const;

export type AccountErrors = Partial<Record<'iban', string>>;

/** The fields of a bank account as the sandbox draws them, in place of Stripe's frame. */
export function SandboxAccount(props: {
  errors: AccountErrors;
  onFill(values: Readonly<Record<string, string>>): void;
}) {
  return (
    <div className={styles.card}>
      <TextField
        name="account-iban"
        label="IBAN"
        autoComplete="off"
        placeholder="DE89 3704 0044 0532 0130 00"
        maxLength={42}
        error={props.errors.iban}
      />
      <p className={styles.text}>
        By confirming, you allow the amount to be debited from your account once (SEPA mandate). You
        can ask your bank to return it within eight weeks.
      </p>
      <SandboxTestData
        title="Test accounts"
        rows={testAccounts}
        onChoose={(iban) => props.onFill({ 'account-iban': iban })}
      />
    </div>
  );
}
