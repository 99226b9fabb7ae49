import { TextField } from '~/web/ui/field';
import styles from './sandbox-card.module.css';
import { SandboxTestData } from './sandbox-test-data';

/** The behaviour of Stripe's test cards; other numbers are rejected, so that no real card can be entered. */
export const testCards = [
  { number: '4242 4242 4242 4242', does: 'works' },
  { number: '4000 0025 0000 3155', does: 'asks for authentication' },
  { number: '4000 0000 0000 0002', does: 'is declined' },
  { number: '4000 0000 0000 9995', does: 'lacks funds' },
  { number: '4000 0000 0000 0069', does: 'has expired' },
  { number: '4000 0000 0000 0341', does: 'fails at the next renewal' },
] as const;

export type CardErrors = Partial<Record<'number' | 'expiry' | 'cvc', string>>;

/** The fields of a card as the sandbox draws them, in place of Stripe's frame. */
export function SandboxCard({
  errors,
  onFill,
}: {
  errors: CardErrors;
  onFill(values: Readonly<Record<string, string>>): void;
}) {
  return (
    <div className={styles.card}>
      <TextField
        name="card-number"
        label="Card number"
        type="tel"
        autoComplete="off"
        placeholder="4242 4242 4242 4242"
        maxLength={23}
        error={errors.number}
      />
      <div className={styles.row}>
        <TextField
          name="card-expiry"
          label="Expiry (MM/YY)"
          type="tel"
          autoComplete="off"
          placeholder="12/34"
          maxLength={7}
          error={errors.expiry}
        />
        <TextField
          name="card-cvc"
          label="CVC"
          type="tel"
          autoComplete="off"
          placeholder="123"
          maxLength={4}
          error={errors.cvc}
        />
      </div>
      <SandboxTestData
        title="Test cards"
        rows={testCards}
        onChoose={(number) =>
          onFill({ 'card-number': number, 'card-expiry': '12/34', 'card-cvc': '123' })
        }
      />
    </div>
  );
}
