import type { CheckResult } from '~/contract/setup/checks';
import type { Env } from '~/server/platform/env';
import { checkMailbox } from '~/server/platform/mail/imap-connection';
import { imapReasonFor } from '~/server/platform/mail/imap-failures';
import { resultsOf } from './result';

const patienceMs = 7_000;

/** Checks that the server can sign in to the mailbox that receives replies. */
export async function checkAnswers(
  env: Pick<Env, 'INBOUND_ADDRESS' | 'INBOUND_IMAP_URL' | 'INBOUND_WEBHOOK_TOKEN'>,
): Promise<CheckResult> {
  const { ok, unused, failed } = resultsOf('answers');
  const { INBOUND_ADDRESS: address, INBOUND_IMAP_URL: imap } = env;
  if (!address) return unused('INBOUND_ADDRESS is unset: answers by mail are not read');
  const webhook = env.INBOUND_WEBHOOK_TOKEN ? 'the webhook /api/webhooks/mail is open' : '';
  if (!imap) return ok(`Answers go to ${address}; ${webhook}`);
  try {
    await checkMailbox(imap, patienceMs);
    const doors = [`the mailbox ${imap.mailbox} at ${imap.host} is reached`, webhook];
    return ok(`Answers go to ${address}; ${doors.filter(Boolean).join(', and ')}`);
  } catch (error) {
    return failed(
      `${imap.host}: ${imapReasonFor(error)}`,
      'Check host, port, user name, password and mailbox in INBOUND_IMAP_URL, and that outgoing connections to this port are allowed',
    );
  }
}
