import { type Ref, useImperativeHandle, useRef, useState } from 'react';

import { TextField } from '~/web/ui/field';
import styles from './sandbox-fields.module.css';

interface Method {
  label: string;
  /** Names and labels of the fields. The first field is for a test number. */
  fields: readonly (readonly [name: string, label: string])[];
  text?: string;
  /**
   * Stripe's test numbers with their effects. All others are rejected, so that no real card or account can be entered.
   */
  tests: readonly (readonly [number: string, does: string])[];
  refusal?: string;
}

const methods: Record<string, Method> = {
  card: {
    label: 'Card',
    fields: [
      ['card-number', 'Card number'],
      ['card-expiry', 'Expiry (MM/YY)'],
      ['card-cvc', 'CVC'],
    ],
    tests: [
      ['4242 4242 4242 4242', 'works'],
      ['4000 0025 0000 3155', 'asks for authentication'],
      ['4000 0000 0000 0002', 'is declined'],
      ['4000 0000 0000 9995', 'lacks funds'],
      ['4000 0000 0000 0069', 'has expired'],
      ['4000 0000 0000 0341', 'fails at the next renewal'],
    ],
    refusal: 'Only test cards work here. Please don’t enter a real card.',
  },
  ideal: {
    label: 'iDEAL',
    fields: [],
    text: 'A bank redirect: you choose on the next page what your bank does.',
    tests: [],
  },
  sepa_debit: {
    label: 'SEPA debit',
    fields: [['account-iban', 'IBAN']],
    text: 'By confirming, you allow the amount to be debited from your account once (SEPA mandate). You can ask your bank to return it within eight weeks.',
    tests: [
      ['DE89 3704 0044 0532 0130 00', 'pays after a few seconds'],
      ['DE62 3704 0044 0532 0130 01', 'is refused by the bank after a few seconds'],
      ['DE35 3704 0044 0532 0130 02', 'pays, then is reversed a moment later'],
    ],
    refusal: 'Only test accounts work here. Please don’t enter a real account.',
  },
};

/** A request to the sandbox: its path, and the entered data. */
interface Given {
  path: '/confirm' | '/redirect' | '/debit';
  body: object;
}

export interface FieldsHandle {
  /** Reads the input. @returns undefined for an unknown number, which shows an error */
  read(): Given | undefined;
}

/** Fields of the sandbox, in place of Stripe's frame. */
export function SandboxFields(props: { types: readonly string[]; ref: Ref<FieldsHandle> }) {
  const [type, setType] = useState('card');
  const [error, setError] = useState<string>();
  const place = useRef<HTMLDivElement>(null);
  const { fields = [], text, tests = [], refusal } = methods[type] ?? {};
  const inputs = () => [...(place.current?.querySelectorAll('input') ?? [])];

  useImperativeHandle(props.ref, () => ({
    read() {
      if (type === 'ideal') return { path: '/redirect', body: {} };
      const number = inputs()[0]?.value.replace(/\s/g, '').toUpperCase() ?? '';
      const isTest = tests.some(([known]) => known.replaceAll(' ', '') === number);
      setError(isTest ? undefined : refusal);
      if (!isTest) return undefined;
      const last4 = number.slice(-4);
      if (type === 'sepa_debit') return { path: '/debit', body: { debit: { last4 } } };
      const expYear = new Date().getFullYear() + 3;
      return { path: '/confirm', body: { card: { last4, expMonth: 12, expYear } } };
    },
  }));
  const fill = (number: string) => {
    const values = [number, '12/34', '123'];
    for (const [at, input] of inputs().entries()) input.value = values[at] ?? '';
  };

  return (
    <>
      {props.types.length > 1 && (
        <fieldset className={styles.kinds}>
          <legend className={styles.legend}>Payment method</legend>
          {props.types.map((value) => (
            <label key={value} className={styles.kind}>
              <input
                type="radio"
                name="payment-kind"
                value={value}
                checked={type === value}
                onChange={() => {
                  setType(value);
                  setError(undefined);
                }}
              />
              {methods[value]?.label}
            </label>
          ))}
        </fieldset>
      )}
      <div ref={place} className={styles.card}>
        {fields.map(([name, label], at) => (
          <TextField
            key={name}
            name={name}
            label={label}
            autoComplete="off"
            error={at === 0 ? error : undefined}
          />
        ))}
        {text && <p className={styles.text}>{text}</p>}
        {tests.length > 0 && (
          <details>
            <summary className={styles.summary}>
              {type === 'card' ? 'Test cards' : 'Test accounts'}
            </summary>
            <ul className={styles.list}>
              {tests.map(([number, does]) => (
                <li key={number}>
                  <button type="button" className={styles.fill} onClick={() => fill(number)}>
                    {number}
                  </button>{' '}
                  {does}
                </li>
              ))}
            </ul>
          </details>
        )}
      </div>
    </>
  );
}
