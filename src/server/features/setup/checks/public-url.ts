import type { CheckResult } from '~/contract/setup/checks';
import { type Arrival, probeFor, probeHeader } from '~/server/features/setup/probe';
import type { Env } from '~/server/platform/env';
import { isLoopback } from '~/server/platform/loopback';
import { causeOf, resultsOf } from './result';

const patienceMs = 8_000;

/** Response of this server at its own public URL. */
export interface PublicAnswer {
  status: number;
  /** Target of a redirect; null if there is none. */
  location: string | null;
  /** Time of the server or proxy that responds, and our time at the same moment. */
  date: { theirs: number; ours: number } | undefined;
  /**
   * Description of how the request arrived; undefined if another program responds, or an instance with another secret.
   */
  arrival: Arrival | undefined;
}

/** Requests /healthz at the public URL. */
export async function askPublicUrl(publicUrl: string, secret: string): Promise<PublicAnswer> {
  const begun = Date.now();
  const response = await fetch(`${publicUrl}/healthz`, {
    redirect: 'manual',
    headers: { [probeHeader]: probeFor(secret) },
    signal: AbortSignal.timeout(patienceMs),
  });
  const ours = (begun + Date.now()) / 2;
  const text = await response.text();
  const theirs = Date.parse(response.headers.get('date') ?? '');
  return {
    status: response.status,
    location: response.headers.get('location'),
    date: Number.isNaN(theirs) ? undefined : { theirs, ours },
    arrival: arrivalIn(text),
  };
}

function arrivalIn(text: string): Arrival | undefined {
  try {
    return (JSON.parse(text) as { arrival?: Arrival }).arrival;
  } catch {
    // Another program responds at this URL, so its response is ignored.
    return undefined;
  }
}

/** Checks whether the public URL leads to this server. */
export async function checkPublicUrl(
  env: Pick<Env, 'PUBLIC_URL' | 'DEMO_MODE'>,
  asked: Promise<PublicAnswer>,
): Promise<CheckResult> {
  const { ok, unused, warning, failed } = resultsOf('public url');
  const url = env.PUBLIC_URL;
  if (!url) return unused('PUBLIC_URL is unset');
  let answer: PublicAnswer;
  try {
    answer = await asked;
  } catch (error) {
    return failed(
      `${url} cannot be reached from here (${causeOf(error)})`,
      'Check the name in DNS, the certificate, the proxy and the firewall; the product must be running',
    );
  }
  if (answer.location) {
    return failed(
      `${url} redirects to ${answer.location}`,
      'Set PUBLIC_URL to the address that visitors end at',
    );
  }
  if (answer.status !== 200) {
    return failed(
      `${url}/healthz answers ${answer.status}`,
      'Check that the proxy passes every path on to the product, and that the product is running',
    );
  }
  if (!answer.arrival) {
    return failed(
      `${url} is answered by another program, or by a product with another AUTH_SECRET`,
      'Check where the name and the proxy lead',
    );
  }
  if (!url.startsWith('https:') && !env.DEMO_MODE && !isLoopback(new URL(url).hostname)) {
    return warning(
      `${url} leads here, without encryption`,
      'Set up a certificate (docs/deploy.md), and PUBLIC_URL to the https address',
    );
  }
  return ok(`${url} leads here`);
}

/** Checks whether TRUST_PROXY equals the number of proxies between visitors and this server. */
export async function checkProxy(
  env: Pick<Env, 'PUBLIC_URL'>,
  asked: Promise<PublicAnswer>,
): Promise<CheckResult> {
  const { ok, unused, failed } = resultsOf('proxy');
  if (!env.PUBLIC_URL) return unused('Without PUBLIC_URL there is nothing to ask');
  const arrival = await asked.then(
    (answer) => answer.arrival,
    () => undefined,
  );
  if (!arrival) return unused('The public URL does not lead here yet');
  const { hops, trusted } = arrival;
  const seen = `${hops} ${hops === 1 ? 'proxy names' : 'proxies name'} the visitor, TRUST_PROXY is ${trusted}`;
  if (hops > trusted) {
    return failed(
      `${seen}: all visitors look like one, and share its rate limits`,
      `Set TRUST_PROXY=${hops}`,
    );
  }
  if (hops < trusted) {
    return failed(
      `${seen}: a visitor can pretend to be any other`,
      `Set TRUST_PROXY=${hops}, or let the proxy set X-Forwarded-For`,
    );
  }
  return ok(seen);
}
