import type { CheckResult } from '~/contract/setup/checks';
import type { SetupState } from '~/contract/setup/setup';
import type { NetworkLine } from '~/contract/setup/setup-schema';
import type { Env } from '~/server/platform/env';
import { checkMail } from './checks/mail';
import { checkPayments, checkWebhook } from './checks/payments';
import { askPublicUrl, checkProxy, checkPublicUrl } from './checks/public-url';
import { domainOf, findSenderRecords, type TxtReader } from './checks/sender-records';

const stateOf: Record<CheckResult['state'], SetupState> = {
  ok: 'done',
  unused: 'todo',
  warning: 'attention',
  failed: 'attention',
};

const sentence = (text: string) => (/[.!?]$/.test(text) ? text : `${text}.`);
const actionsOf = (...results: CheckResult[]) =>
  results.map(({ action }) => action && sentence(action)).filter(Boolean);

/** Returns the task about SMTP, and about the DNS records without which receivers treat emails as spam. */
export async function mailLine(
  env: Pick<Env, 'SMTP_URL' | 'MAIL_FROM' | 'DEMO_MODE'>,
  sender: string,
  reader: TxtReader,
): Promise<NetworkLine> {
  const domain = domainOf(sender);
  const [smtp, records] = await Promise.all([
    checkMail(env),
    env.SMTP_URL && domain ? findSenderRecords(domain, reader) : undefined,
  ]);
  const found = sentence(smtp.detail);
  if (smtp.state === 'unused') {
    const note = env.DEMO_MODE
      ? 'The demo shows them at /dev/mail. A site of your own sends them through the server of SMTP_URL.'
      : 'Set SMTP_URL to your mail server.';
    return { id: 'mail', state: 'todo', found, notes: [note] };
  }
  if (smtp.state !== 'ok') {
    return { id: 'mail', state: stateOf[smtp.state], found, notes: actionsOf(smtp) };
  }
  if (!records) {
    const note = `The sender ${sender} is at no domain that mail can come from: set MAIL_FROM to an address of your own domain.`;
    return { id: 'mail', state: 'attention', found, notes: [note] };
  }
  const { spf, dkim, dmarc } = records;
  const all = [spf, dkim, dmarc];
  const needed = [spf, dmarc];
  // A missing key is not an error, because the domain may use a selector that is not in the list.
  const isWrong = needed.some(({ state }) => state === 'missing' || state === 'wrong');
  const isUnknown = all.some(({ state }) => state === 'unknown');
  return {
    id: 'mail',
    state: isWrong ? 'attention' : isUnknown ? 'unchecked' : 'done',
    found: `${found} Mail is sent from ${sender}.`,
    notes: all.map(({ note }) => note),
  };
}

/** Returns the task about Stripe's keys, mode and webhook. */
export async function paymentsLine(
  env: Parameters<typeof checkPayments>[0],
  publicUrl: string,
): Promise<NetworkLine> {
  const [keys, webhook] = await Promise.all([
    checkPayments(env, publicUrl),
    checkWebhook(env, publicUrl),
  ]);
  if (keys.state === 'unused') {
    const note = env.DEMO_MODE
      ? 'A site of your own takes payments with STRIPE_SECRET_KEY, STRIPE_PUBLISHABLE_KEY and STRIPE_WEBHOOK_SECRET.'
      : 'To take payments, set STRIPE_SECRET_KEY, STRIPE_PUBLISHABLE_KEY and STRIPE_WEBHOOK_SECRET. An agency that takes none can leave this open.';
    return { id: 'payments', state: 'todo', found: sentence(keys.detail), notes: [note] };
  }
  const isDone = keys.state === 'ok' && webhook.state === 'ok';
  return {
    id: 'payments',
    state: isDone ? 'done' : 'attention',
    found: `${sentence(keys.detail)} ${sentence(webhook.detail)}`,
    notes: actionsOf(keys, webhook),
  };
}

/** Returns the task about whether the site uses https and sees the different IP addresses of visitors. */
export async function httpsLine(
  env: Pick<Env, 'PUBLIC_URL' | 'DEMO_MODE'>,
  secret: string,
): Promise<NetworkLine> {
  const url = env.PUBLIC_URL;
  if (!url) {
    const notes = ['Set PUBLIC_URL to the address of the site, such as https://agency.example.'];
    return { id: 'https', state: 'todo', found: 'PUBLIC_URL is unset.', notes };
  }
  const asked = askPublicUrl(url, secret);
  // Handles a rejection that occurs before the two checks await this promise. Both checks report the rejection
  // themselves.
  asked.catch(() => {});
  const [address, proxy] = await Promise.all([checkPublicUrl(env, asked), checkProxy(env, asked)]);
  if (address.state === 'failed') {
    const [found, notes] = [sentence(address.detail), actionsOf(address)];
    return { id: 'https', state: 'attention', found, notes };
  }
  const isHttps = url.startsWith('https:');
  const notes = isHttps
    ? []
    : ['Set up a certificate (docs/deploy.md), and PUBLIC_URL to the https address.'];
  return {
    id: 'https',
    state: isHttps && address.state === 'ok' && proxy.state === 'ok' ? 'done' : 'attention',
    found: `${url} leads here${isHttps ? '' : ', without https'}. ${sentence(proxy.detail)}`,
    notes: [...notes, ...actionsOf(proxy)],
  };
}
