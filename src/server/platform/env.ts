import { resolve } from 'node:path';

import { z } from 'zod';

import { needsDirectUrl } from './db/access';
import { parseDatabaseUrl } from './db/connection-options';
import { settingNear } from './env-names';
import { parseFilesUrl } from './files/files-url';
import { isLoopback } from './loopback';
import { parseImapUrl } from './mail/imap-url';
import { isInboundAddress } from './mail/inbound-addresses';
import { smtpProblemOf } from './mail/smtp-url';
import { unescapedIn } from './url-settings';

const text = z.string().trim().min(1);
const onOff = z
  .string()
  .trim()
  .toLowerCase()
  .pipe(z.enum(['1', 'true', 'on', 'yes', '0', 'false', 'off', 'no'], 'must be on or off'))
  .transform((word) => ['1', 'true', 'on', 'yes'].includes(word));

function wholeNumber(min: number, max: number) {
  const message = `must be a whole number from ${min} to ${max}`;
  return z
    .string()
    .trim()
    .regex(/^\d+$/, message)
    .transform(Number)
    .pipe(z.int(message).min(min, message).max(max, message));
}

const problemsBy =
  (problemOf: (value: string) => string | undefined) =>
  ({ value, issues }: z.core.ParsePayload<string>) => {
    const message = problemOf(value);
    if (message) issues.push({ code: 'custom', message, input: value });
  };

/**
 * First reports a character in the user name or password that must be escaped, because it can cause misleading other
 * errors.
 */
const secretUrl = text.check(problemsBy(unescapedIn));

const databaseUrl = secretUrl.check(
  problemsBy((value) => {
    try {
      parseDatabaseUrl(value);
      return undefined;
    } catch (error) {
      return (error as Error).message;
    }
  }),
);

const webUrl = text.refine(
  (value) => URL.canParse(value) && /^https?:$/.test(new URL(value).protocol),
  'must be an http:// or https:// URL',
);

const schema = z.object({
  PORT: wholeNumber(0, 65_535)
    .default(3000)
    .describe('Port to listen on; 0 picks a free one and prints it.'),
  HOST: text
    .default('127.0.0.1')
    .describe('Address to listen on; 0.0.0.0 behind a proxy or in a container.'),
  PUBLIC_URL: webUrl
    .refine(
      (value) => !URL.canParse(value) || /^\/?$/.test(value.slice(new URL(value).origin.length)),
      'must end after the host and its port: the site is at the root of its address',
    )
    .transform((value) => new URL(value).origin)
    .optional()
    .describe('Address of the site; used in links, canonical URLs and origin checks.'),
  DATABASE_URL: databaseUrl
    .optional()
    .describe('PostgreSQL 15 or newer; unset starts the embedded one.'),
  DATABASE_DIRECT_URL: databaseUrl
    .optional()
    .describe(
      'The same database without a pooler; required if DATABASE_URL leads through one such as PgBouncer.',
    ),
  FILES_URL: secretUrl
    .refine(
      (value) => parseFilesUrl(value) !== undefined,
      'must look like s3://KEY:SECRET@HOST/BUCKET?region=REGION',
    )
    .optional()
    .describe(
      's3://KEY:SECRET@HOST/BUCKET?region=REGION for files and pictures; unset keeps them in the database.',
    ),
  DATA_DIR: text
    .default('.data')
    .describe('Folder of the embedded database and the generated secret.'),
  DEMO_MODE: onOff
    .optional()
    .describe('on or off; on while DATABASE_URL and SMTP_URL are unset and HOST is loopback.'),
  DEMO_OTP: z
    .string()
    .trim()
    .regex(/^\d{6}$/, 'must be 6 digits')
    .default('123456')
    .describe('The sign-in code of demo mode.'),
  AUTH_SECRET: z
    .string()
    .min(32, 'must be at least 32 characters')
    .optional()
    .describe('At least 32 random characters; required with DATABASE_URL.'),
  ADMIN_USERNAME: text.optional().describe('The first admin, created while the database has none.'),
  ADMIN_PASSWORD: z
    .string()
    .min(8, 'must be at least 8 characters')
    .optional()
    .describe('Password of the first admin; at least 8 characters.'),
  SMTP_URL: secretUrl
    .check(problemsBy(smtpProblemOf))
    .optional()
    .describe('The mail server; required outside demo mode.'),
  MAIL_FROM: text
    .regex(
      /^([^<>]*<)?[^<>@\s]+@[^<>@\s]+>?$/,
      'must be an address, such as hello@agency.example or Agency <hello@agency.example>',
    )
    .optional()
    .describe('Sender of all emails; defaults to the contact address in the settings.'),
  INBOUND_ADDRESS: text
    .refine(
      isInboundAddress,
      'must be an address such as hello@agency.example, or *@reply.agency.example for all addresses of a domain',
    )
    .optional()
    .describe(
      'Address for replies by email: a mailbox with sub-addresses, or *@DOMAIN; unset disables them.',
    ),
  INBOUND_IMAP_URL: secretUrl
    .transform((value, context) => {
      try {
        return parseImapUrl(value);
      } catch (error) {
        context.addIssue({ code: 'custom', message: (error as Error).message });
        return z.NEVER;
      }
    })
    .optional()
    .describe('The mailbox of INBOUND_ADDRESS: imaps://USER:PASSWORD@HOST/MAILBOX.'),
  INBOUND_AUTHSERV_ID: text
    .transform((value) => value.toLowerCase())
    .optional()
    .describe('Server name at the start of those Authentication-Results headers that are trusted.'),
  INBOUND_WEBHOOK_TOKEN: z
    .string()
    .regex(/^[\w.~+/=-]{16,}$/, 'must be at least 16 letters, digits or any of - . _ ~ + / =')
    .optional()
    .describe('Enables POST /api/webhooks/mail, with this bearer token.'),
  VIES_URL: z
    .union([z.literal('off'), webUrl], 'must be an http:// or https:// URL, or off')
    .default('https://ec.europa.eu/taxation_customs/vies/rest-api')
    .describe(
      'Service that checks VAT numbers; off checks only their form. Demo mode answers on its own.',
    ),
  STRIPE_SECRET_KEY: z
    .string()
    .regex(/^(sk|rk)_/, 'must begin with sk_ or rk_')
    .optional()
    .describe('Stripe secret key; without it, demo mode pays with the sandbox.'),
  STRIPE_PUBLISHABLE_KEY: z
    .string()
    .regex(/^pk_/, 'must begin with pk_')
    .optional()
    .describe('Stripe publishable key, of the same mode.'),
  STRIPE_WEBHOOK_SECRET: z
    .string()
    .regex(/^whsec_/, 'must begin with whsec_')
    .optional()
    .describe('Signing secret of the webhook PUBLIC_URL/api/webhooks/stripe.'),
  STRIPE_API_BASE: webUrl.optional().describe("Replaces Stripe's own URL, for tests."),
  GOOGLE_CLIENT_ID: text
    .optional()
    .describe('Sign-in with Google; callback PUBLIC_URL/api/login/google/callback.'),
  GOOGLE_CLIENT_SECRET: text.optional().describe('Set together with GOOGLE_CLIENT_ID.'),
  GITHUB_CLIENT_ID: text
    .optional()
    .describe('Sign-in with GitHub; callback PUBLIC_URL/api/login/github/callback.'),
  GITHUB_CLIENT_SECRET: text.optional().describe('Set together with GITHUB_CLIENT_ID.'),
  OIDC_ISSUER: webUrl
    .optional()
    .describe(
      'Sign-in with any OpenID Connect provider; callback PUBLIC_URL/api/login/oidc/callback.',
    ),
  OIDC_CLIENT_ID: text.optional().describe('Set together with OIDC_ISSUER.'),
  OIDC_CLIENT_SECRET: text.optional().describe('Set together with OIDC_CLIENT_ID.'),
  OIDC_TRUST_EMAIL: onOff
    .optional()
    .describe(
      'on: treats emails as verified if the issuer sends no email_verified. Unverified ones are still rejected.',
    ),
  OIDC_NAME: text.optional().describe('Name of the provider on its button.'),
  WEBHOOKS_PRIVATE: onOff
    .optional()
    .describe(
      'on: also allows webhooks to this machine and its private network, including http; demo mode always does.',
    ),
  WHATSAPP_NUMBER: z
    .string()
    .trim()
    .regex(/^\d{6,15}$/, 'must be 6 to 15 digits, with the country code and no plus')
    .optional()
    .describe('Digits with the country code; the chat that opens after a quote.'),
  METRICS_TOKEN: z
    .string()
    .regex(/^[\w.~+/=-]{16,}$/, 'must be at least 16 letters, digits or any of - . _ ~ + / =')
    .optional()
    .describe('Enables GET /metrics for Prometheus, with this bearer token.'),
  OTEL_EXPORTER_OTLP_ENDPOINT: webUrl
    .optional()
    .describe('Collector for OTLP over HTTP; enables traces.'),
  OTEL_EXPORTER_OTLP_HEADERS: text
    .optional()
    .describe('Headers for it, such as an API key: name=value pairs, separated by commas.'),
  OTEL_SERVICE_NAME: text.optional().describe('The name of this service in traces.'),
  TRUST_PROXY: wholeNumber(0, 10)
    .default(0)
    .describe('Number of proxies whose X-Forwarded-For is trusted.'),
  LOG_LEVEL: z
    .enum(['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent'], {
      error: 'must be one of fatal, error, warn, info, debug, trace, silent',
    })
    .default('info')
    .describe('fatal, error, warn, info, debug, trace or silent.'),
});

type Parsed = z.output<typeof schema>;

export const settingNames: readonly string[] = Object.keys(schema.shape);

/** Example values for `.env.example`, except for secrets. */
const examples: Partial<Record<keyof Parsed, string>> = {
  PORT: '3000',
  HOST: '127.0.0.1',
  PUBLIC_URL: 'https://agency.example',
  DATABASE_URL: 'postgres://user:password@localhost:5432/kestrel',
  DATABASE_DIRECT_URL: 'postgres://user:password@localhost:5432/kestrel',
  FILES_URL: 's3://KEY:SECRET@s3.example/bucket?region=eu-central-1',
  DATA_DIR: '.data',
  DEMO_MODE: 'off',
  DEMO_OTP: '123456',
  ADMIN_USERNAME: 'owner',
  SMTP_URL: 'smtps://user:password@mail.example:465',
  MAIL_FROM: '"Agency <hello@agency.example>"',
  INBOUND_ADDRESS: 'answers@agency.example',
  INBOUND_AUTHSERV_ID: 'mx.agency.example',
  INBOUND_IMAP_URL: 'imaps://USER:PASSWORD@mail.example/INBOX',
  STRIPE_API_BASE: 'http://localhost:12111',
  OIDC_ISSUER: 'https://login.example',
  OIDC_TRUST_EMAIL: 'off',
  OIDC_NAME: 'Example',
  WEBHOOKS_PRIVATE: 'off',
  WHATSAPP_NUMBER: '15550100142',
  OTEL_EXPORTER_OTLP_ENDPOINT: 'http://localhost:4318',
  OTEL_EXPORTER_OTLP_HEADERS: 'x-api-key=KEY',
  OTEL_SERVICE_NAME: 'kestrel',
  TRUST_PROXY: '1',
  LOG_LEVEL: 'info',
};

export type Env = Omit<Parsed, 'DATA_DIR' | 'DEMO_MODE' | 'WHATSAPP_NUMBER'> & {
  /** Absolute path of the data folder. */
  DATA_DIR: string;
  DEMO_MODE: boolean;
  WHATSAPP_NUMBER: string | null;
};

/** Thrown for invalid variables. The message lists them for the operator, one on each line. */
export class EnvError extends Error {
  constructor(readonly lines: string[]) {
    super(lines.join('\n'));
  }
}

/** WhatsApp number of the demo. The number is in a range that is reserved for fiction, so it belongs to nobody. */
const demoWhatsappNumber = '15550100142';

const pairs = [
  ['ADMIN_USERNAME', 'ADMIN_PASSWORD'],
  ['GOOGLE_CLIENT_ID', 'GOOGLE_CLIENT_SECRET'],
  ['GITHUB_CLIENT_ID', 'GITHUB_CLIENT_SECRET'],
  ['OIDC_CLIENT_ID', 'OIDC_CLIENT_SECRET'],
  ['OIDC_CLIENT_ID', 'OIDC_ISSUER'],
  ['STRIPE_SECRET_KEY', 'STRIPE_PUBLISHABLE_KEY'],
] as const;

/** Returns the content of `.env.example`: every variable with an explanation. */
export function envExample(): string {
  const intro =
    '# Copy to .env and set what you need: without any of these the product runs in demo mode.\n';
  const lines = Object.entries(schema.shape).map(
    ([name, field]) =>
      `# ${field.description}\n# ${name}=${examples[name as keyof Parsed] ?? ''}\n`,
  );
  return [intro, ...lines].join('\n');
}

/** Parses the environment. @throws EnvError with a line for each invalid or missing variable */
export function readEnv(source: Record<string, string | undefined>): Env {
  // Treats an empty variable as unset, because compose files set unused variables to empty values.
  const given = Object.fromEntries(Object.entries(source).filter(([, value]) => value?.trim()));
  // Does not compile the schema, because compiling takes longer than parsing once.
  const result = schema.safeParse(given, { jitless: true });
  if (!result.success) {
    const lines = result.error.issues.map((issue) => `${issue.path.join('.')} ${issue.message}`);
    throw new EnvError(onePerVariable(lines));
  }
  const env = result.data;
  const demo = env.DEMO_MODE ?? (!env.DATABASE_URL && !env.SMTP_URL && isLoopback(env.HOST));
  const lines = [...missingInPairs(env), ...missingFor(env, demo)];
  if (lines.length > 0)
    throw new EnvError(onePerVariable(lines).map((line) => withTwin(line, given)));
  return {
    ...env,
    DATA_DIR: resolve(env.DATA_DIR),
    DEMO_MODE: demo,
    WHATSAPP_NUMBER: env.WHATSAPP_NUMBER ?? (demo ? demoWhatsappNumber : null),
  };
}

function onePerVariable(lines: string[]): string[] {
  const nameOf = (line: string) => line.split(' ', 1)[0];
  return lines.filter((line, at) => lines.findIndex((one) => nameOf(one) === nameOf(line)) === at);
}

/** Adds the name of an unknown variable that is set, and is probably a misspelling of the missing one. */
function withTwin(line: string, given: Record<string, string | undefined>): string {
  const [, missing] = /^(\w+) is missing/.exec(line) ?? [];
  const twin = Object.keys(given).find(
    (name) => !settingNames.includes(name) && settingNear(name, settingNames) === missing,
  );
  return missing && twin
    ? `${line}. ${twin} is set, and is no setting: is ${missing} meant?`
    : line;
}

function missingInPairs(env: Parsed): string[] {
  return pairs.flatMap(([one, other]) => {
    if (Boolean(env[one]) === Boolean(env[other])) return [];
    const missing = env[one] ? other : one;
    return `${missing} is missing: ${one} and ${other} are set together or not at all`;
  });
}

function missingFor(env: Parsed, demo: boolean): string[] {
  const lines: string[] = [];
  if (env.DATABASE_URL && !env.AUTH_SECRET) {
    lines.push('AUTH_SECRET is missing: with DATABASE_URL set, give at least 32 random characters');
  }
  if (needsDirectUrl(env)) {
    lines.push(
      'DATABASE_DIRECT_URL is missing: DATABASE_URL says pgbouncer=true, so give the address of the same database without the pooler',
    );
  }
  if (env.DATABASE_DIRECT_URL && !env.DATABASE_URL) {
    lines.push(
      'DATABASE_URL is missing: DATABASE_DIRECT_URL only says how to reach the same database without a pooler',
    );
  }
  if (!demo && !env.SMTP_URL) {
    lines.push('SMTP_URL is missing: outside demo mode, sign-in codes need a mail server');
  }
  const hasDoor = Boolean(env.INBOUND_IMAP_URL ?? env.INBOUND_WEBHOOK_TOKEN);
  if (env.INBOUND_ADDRESS && !hasDoor) {
    lines.push(
      'INBOUND_IMAP_URL is missing: with INBOUND_ADDRESS set, answers are read from a mailbox, or by INBOUND_WEBHOOK_TOKEN from a webhook',
    );
  }
  if (hasDoor && !env.INBOUND_ADDRESS) {
    lines.push('INBOUND_ADDRESS is missing: it is the address that answers are sent to');
  }
  if (demo && /^(sk|rk)_live_/.test(env.STRIPE_SECRET_KEY ?? '')) {
    lines.push('STRIPE_SECRET_KEY is a live key: demo mode never moves real money');
  }
  const modes = [env.STRIPE_SECRET_KEY, env.STRIPE_PUBLISHABLE_KEY].map((key) =>
    key?.includes('_live_'),
  );
  if (env.STRIPE_SECRET_KEY && env.STRIPE_PUBLISHABLE_KEY && modes[0] !== modes[1]) {
    lines.push(
      'STRIPE_PUBLISHABLE_KEY is not of the same mode as STRIPE_SECRET_KEY: both are live, or both for tests',
    );
  }
  return lines;
}
