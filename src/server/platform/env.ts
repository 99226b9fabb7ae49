import { resolve } from 'node:path';

import { z } from 'zod';

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

function address(protocol: RegExp, message: string) {
  return text.refine(
    (value) => URL.canParse(value) && protocol.test(new URL(value).protocol),
    message,
  );
}

const webAddress = address(/^https?:$/, 'must be an http:// or https:// address');

const schema = z.object({
  PORT: wholeNumber(0, 65_535).default(3000),
  HOST: text.default('127.0.0.1'),
  PUBLIC_URL: webAddress.transform((value) => new URL(value).origin).optional(),
  DATABASE_URL: address(/^postgres(ql)?:$/, 'must be a postgres:// address').optional(),
  DATA_DIR: text.default('.data'),
  DEMO_MODE: onOff.optional(),
  DEMO_OTP: z
    .string()
    .trim()
    .regex(/^\d{6}$/, 'must be 6 digits')
    .default('123456'),
  AUTH_SECRET: z.string().min(32, 'must be at least 32 characters').optional(),
  ADMIN_USERNAME: text.optional(),
  ADMIN_PASSWORD: z.string().min(8, 'must be at least 8 characters').optional(),
  SMTP_URL: address(/^smtps?:$/, 'must be an smtp:// or smtps:// address').optional(),
  MAIL_FROM: text
    .regex(
      /^([^<>]*<)?[^<>@\s]+@[^<>@\s]+>?$/,
      'must be an address, such as hello@agency.example or Agency <hello@agency.example>',
    )
    .optional(),
  STRIPE_SECRET_KEY: z
    .string()
    .regex(/^(sk|rk)_/, 'must begin with sk_ or rk_')
    .optional(),
  STRIPE_PUBLISHABLE_KEY: z.string().regex(/^pk_/, 'must begin with pk_').optional(),
  STRIPE_WEBHOOK_SECRET: z
    .string()
    .regex(/^whsec_/, 'must begin with whsec_')
    .optional(),
  STRIPE_API_BASE: webAddress.optional(),
  GOOGLE_CLIENT_ID: text.optional(),
  GOOGLE_CLIENT_SECRET: text.optional(),
  GITHUB_CLIENT_ID: text.optional(),
  GITHUB_CLIENT_SECRET: text.optional(),
  OIDC_ISSUER: webAddress.optional(),
  OIDC_CLIENT_ID: text.optional(),
  OIDC_CLIENT_SECRET: text.optional(),
  OIDC_NAME: text.optional(),
  WHATSAPP_NUMBER: z
    .string()
    .trim()
    .regex(/^\d{6,15}$/, 'must be 6 to 15 digits, with the country code and no plus')
    .optional(),
  TRUST_PROXY: wholeNumber(0, 10).default(0),
  LOG_LEVEL: z
    .enum(['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent'], {
      error: 'must be one of fatal, error, warn, info, debug, trace, silent',
    })
    .default('info'),
});

type Parsed = z.output<typeof schema>;

export type Env = Omit<Parsed, 'DATA_DIR' | 'DEMO_MODE' | 'WHATSAPP_NUMBER'> & {
  /** Absolute. */
  DATA_DIR: string;
  DEMO_MODE: boolean;
  WHATSAPP_NUMBER: string | null;
};

/** Bad values, one line a variable, worded for whoever set them. */
export class EnvError extends Error {
  constructor(readonly lines: string[]) {
    super(lines.join('\n'));
  }
}

/** From the range that is set aside for fiction, so that a demo chats with nobody. */
const demoWhatsappNumber = '15550100142';

const pairs = [
  ['ADMIN_USERNAME', 'ADMIN_PASSWORD'],
  ['GOOGLE_CLIENT_ID', 'GOOGLE_CLIENT_SECRET'],
  ['GITHUB_CLIENT_ID', 'GITHUB_CLIENT_SECRET'],
  ['OIDC_CLIENT_ID', 'OIDC_CLIENT_SECRET'],
  ['OIDC_CLIENT_ID', 'OIDC_ISSUER'],
  ['STRIPE_SECRET_KEY', 'STRIPE_PUBLISHABLE_KEY'],
] as const;

/** @throws EnvError with a line for each variable that is wrong or missing */
export function readEnv(source: Record<string, string | undefined>): Env {
  // A variable set to nothing is a variable not set: that is how compose files leave one out.
  const given = Object.fromEntries(Object.entries(source).filter(([, value]) => value?.trim()));
  const result = schema.safeParse(given);
  if (!result.success) {
    const lines = result.error.issues.map((issue) => `${issue.path.join('.')} ${issue.message}`);
    throw new EnvError(onePerVariable(lines));
  }
  const env = result.data;
  const demo = env.DEMO_MODE ?? (!env.DATABASE_URL && !env.SMTP_URL && isLoopback(env.HOST));
  const lines = [...missingInPairs(env), ...missingFor(env, demo)];
  if (lines.length > 0) throw new EnvError(onePerVariable(lines));
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
  if (!demo && !env.SMTP_URL) {
    lines.push('SMTP_URL is missing: outside demo mode, sign-in codes need a mail server');
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

export function isLoopback(host: string): boolean {
  return (
    host === 'localhost' || host === '::1' || host === '[::1]' || /^127\.\d+\.\d+\.\d+$/.test(host)
  );
}
