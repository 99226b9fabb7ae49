import { formatAmount } from '~/contract/common/currencies';
import type { ClientInvoice } from '~/contract/invoices/invoices-schema';
import { ServedQrCode } from '~/web/ui/served-qr-code';
import styles from './invoice-document.module.css';

const inFours = (iban: string) => iban.replace(/(.{4})(?=.)/g, '$1 ');

/** Shows the account for transferring the outstanding amount. */
export function TransferDetails(props: {
  bank: NonNullable<ClientInvoice['bank']>;
  remaining: string;
  currency: string;
}) {
  const { bank } = props;
  const facts = [
    ['Account holder', bank.holder],
    ['IBAN', inFours(bank.iban)],
    ['BIC', bank.bic],
    ...bank.details.map(({ label, value }) => [label, value] as const),
    ['Reference', bank.reference],
    ['Amount', formatAmount(props.remaining, props.currency)],
  ].filter(([, value]) => value);
  return (
    <section className={styles.way} aria-labelledby="transfer-title">
      <h3 id="transfer-title" className={styles.subheading}>
        By bank transfer
      </h3>
      <div className={styles.transfer}>
        <dl className={styles.facts}>
          {facts.map(([label, value]) => (
            <div key={label}>
              <dt>{label}</dt>
              <dd>{value}</dd>
            </div>
          ))}
        </dl>
        {bank.epc && (
          <figure className={styles.code}>
            <ServedQrCode text={bank.epc} label="QR code of this transfer" />
            <figcaption>Scan this code with your banking app.</figcaption>
          </figure>
        )}
      </div>
    </section>
  );
}
