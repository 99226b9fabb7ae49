import { centsToAmount } from '~/contract/common/currencies';

/**
 * Returns the text of an EPC QR code (EPC069-12, version 002), from which banking apps fill in a transfer. Supports only
 * amounts in EUR, from one cent to 999,999,999.99.
 */
export function epcText(transfer: {
  holder: string;
  iban: string;
  bic: string;
  amountCents: number;
  reference: string;
}): string {
  const { holder, iban, bic, amountCents, reference } = transfer;
  const amount = `EUR${centsToAmount(amountCents, 'EUR')}`;
  const lines = [
    'BCD',
    '002',
    '1',
    'SCT',
    bic,
    holder.slice(0, 70),
    iban,
    amount,
    '',
    '',
    reference,
  ];
  return lines.join('\n');
}

/** Splits a line of payment details: "Sort code: 12-34-56" is a label and a value, any other line a value. */
export const paymentDetailOf = (line: string): [label: string, value: string] => {
  const [, label, value] = /^([^:]{1,40}):\s*(\S.*)$/.exec(line) ?? [];
  return label && value ? [label.trim(), value] : ['Payment details', line];
};
