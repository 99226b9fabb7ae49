import { z } from 'zod';

import { memberStateOf } from '~/contract/documents/vat-numbers';

/** Response to a check; undefined if the service did not respond, or the member state that it asks. */
type VatAnswer = { isValid: boolean; consultationNumber: string } | undefined;

/** Checks whether a VAT number is valid. Never rejects. */
export type AskVat = (number: string, requester: string) => Promise<VatAnswer>;

const patienceMs = 5_000;

/** The service uses one of two names for a field, and reports a failure of a member state as text. */
const answerSchema = z.object({
  valid: z.boolean().optional(),
  isValid: z.boolean().optional(),
  userError: z.string().optional(),
  requestIdentifier: z.string().nullish(),
});

/** Splits a number into the service's country code and the rest. The code of Greece is EL, as in its VAT numbers. */
const partsOf = (number: string) => ({ country: number.slice(0, 2), rest: number.slice(2) });

/** Checks VAT numbers with VIES, over its REST interface. */
export function createVies(options: {
  /** Base URL, without the path of a call. */
  url: string;
  onFailure(number: string, problem: unknown): void;
}): AskVat {
  const address = `${options.url.replace(/\/+$/, '')}/check-vat-number`;
  return async (number, requester) => {
    const { country, rest } = partsOf(number);
    const own = memberStateOf(requester) ? partsOf(requester) : undefined;
    try {
      const response = await fetch(address, {
        method: 'POST',
        headers: { 'content-type': 'application/json', accept: 'application/json' },
        body: JSON.stringify({
          countryCode: country,
          vatNumber: rest,
          ...(own && { requesterMemberStateCode: own.country, requesterNumber: own.rest }),
        }),
        redirect: 'error',
        signal: AbortSignal.timeout(patienceMs),
      });
      const text = await response.text();
      if (!response.ok) throw new Error(`VIES answered ${response.status}: ${text.slice(0, 200)}`);
      const answer = answerSchema.parse(JSON.parse(text));
      const isValid = answer.valid ?? answer.isValid;
      const isAnswer = !answer.userError || /^(IN)?VALID$/.test(answer.userError);
      if (isValid === undefined || !isAnswer) {
        throw new Error(`VIES has no answer: ${answer.userError ?? text.slice(0, 200)}`);
      }
      return { isValid, consultationNumber: answer.requestIdentifier ?? '' };
    } catch (error) {
      options.onFailure(number, error);
      return undefined;
    }
  };
}

/** Simulates the service in demo mode: a number with the right format is valid unless it ends in 99. */
export const answerAsDemo: AskVat = async (number) => ({
  isValid: !number.endsWith('99'),
  consultationNumber: '',
});
