/** A national register whose numbers have a code in the ISO 6523 ICD list, for the fields BT-30-1 and BT-47-1. */
interface Register {
  scheme: string;
  /** Pattern of the number's digits. */
  digits: RegExp;
  /** Verifies the check digits, because receivers reject an invalid number of a known scheme. */
  isValid?(digits: string): boolean;
  /** Formats the digits in the register's notation, if it differs. */
  write?(digits: string): string;
}

const weighted = (digits: string, weights: readonly number[]): number =>
  weights.reduce((sum, weight, at) => sum + weight * Number(digits[at]), 0);

function passesLuhn(digits: string): boolean {
  const sum = [...digits].reverse().reduce((total, digit, at) => {
    const value = Number(digit) * (at % 2 === 0 ? 1 : 2);
    return total + (value > 9 ? value - 9 : value);
  }, 0);
  return sum % 10 === 0;
}

/** Registers by ISO country code. */
const registers: Record<string, readonly Register[]> = {
  NL: [{ scheme: '0106', digits: /^\d{8}$/ }],
  BE: [
    {
      scheme: '0208',
      digits: /^[01]\d{9}$/,
      isValid: (digits) => 97 - (Number(digits.slice(0, 8)) % 97) === Number(digits.slice(8)),
    },
  ],
  SE: [{ scheme: '0007', digits: /^\d{10}$/, isValid: passesLuhn }],
  NO: [
    {
      scheme: '0192',
      digits: /^\d{9}$/,
      isValid: (digits) => weighted(digits, [3, 2, 7, 6, 5, 4, 3, 2, 1]) % 11 === 0,
    },
  ],
  DK: [{ scheme: '0184', digits: /^\d{8}$/ }],
  FI: [
    {
      scheme: '0212',
      digits: /^\d{8}$/,
      isValid: (digits) => weighted(digits, [7, 9, 10, 5, 8, 4, 2, 1]) % 11 === 0,
      write: (digits) => `${digits.slice(0, 7)}-${digits.slice(7)}`,
    },
  ],
  IS: [{ scheme: '0196', digits: /^\d{10}$/ }],
  // SIREN identifies a company, SIRET one of its locations.
  FR: [
    { scheme: '0002', digits: /^\d{9}$/, isValid: passesLuhn },
    { scheme: '0009', digits: /^\d{14}$/, isValid: passesLuhn },
  ],
  CH: [{ scheme: '0183', digits: /^\d{9}$/, write: (digits) => `CHE${digits}` }],
  EE: [{ scheme: '0191', digits: /^\d{8}$/ }],
  LV: [{ scheme: '0218', digits: /^\d{11}$/ }],
  LT: [{ scheme: '0200', digits: /^(\d{7}|\d{9})$/ }],
  CZ: [{ scheme: '0154', digits: /^\d{8}$/ }],
  SK: [{ scheme: '0158', digits: /^\d{8}$/ }],
  AU: [
    {
      scheme: '0151',
      digits: /^[1-9]\d{10}$/,
      isValid: (digits) =>
        weighted(`${Number(digits[0]) - 1}${digits.slice(1)}`, [
          ...[10, 1, 3, 5, 7, 9],
          ...[11, 13, 15, 17, 19],
        ]) %
          89 ===
        0,
    },
  ],
};

/** Returns a registration number with the scheme of its country; unchanged if no known scheme matches. */
export function registrationOf(
  written: string,
  country: string | undefined,
): { id: string; scheme?: string } {
  const digits = written.replace(/\D/g, '');
  const register = registers[country ?? '']?.find(
    (one) => one.digits.test(digits) && (one.isValid?.(digits) ?? true),
  );
  if (!register) return { id: written };
  return { id: register.write?.(digits) ?? digits, scheme: register.scheme };
}
