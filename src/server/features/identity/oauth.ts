import {
  CodeChallengeMethod,
  decodeIdToken,
  GitHub,
  Google,
  generateCodeVerifier,
  generateState,
  OAuth2Client,
} from 'arctic';
import { z } from 'zod';

import { email } from '~/contract/common/text-schema';
import type { SignInProvider } from '~/contract/identity/identity';
import type { Env } from '~/server/platform/env';
import { unsplitName } from './users';

/** User profile, as the provider describes it. */
export interface ExternalProfile {
  provider: SignInProvider;
  /** Permanent id of the user at the provider. */
  subject: string;
  email: string | undefined;
  /** True if the provider has verified the email. */
  emailVerified: boolean;
  firstName: string;
  lastName: string;
}

export interface Provider {
  start(state: string, verifier: string): Promise<URL> | URL;
  finish(code: string, verifier: string): Promise<ExternalProfile>;
}

const callMs = 10_000;

async function getJson(url: string, headers: Record<string, string> = {}): Promise<unknown> {
  const response = await fetch(url, {
    headers: { Accept: 'application/json', 'User-Agent': 'agency-site', ...headers },
    signal: AbortSignal.timeout(callMs),
  });
  if (!response.ok) throw new Error(`${new URL(url).host} answered ${response.status}`);
  return response.json();
}

const claimsSchema = z.object({
  sub: z.string().min(1),
  iss: z.string().optional(),
  aud: z.union([z.string(), z.array(z.string())]).optional(),
  exp: z.number().optional(),
  email: email('no address').optional().catch(undefined),
  email_verified: z
    .union([z.boolean(), z.literal('true').transform(() => true)])
    .optional()
    .catch(undefined),
  given_name: z.string().optional().catch(undefined),
  family_name: z.string().optional().catch(undefined),
  name: z.string().optional().catch(undefined),
});

type Claims = z.output<typeof claimsSchema>;

function toProfile(provider: SignInProvider, claims: Claims): ExternalProfile {
  const { given_name: firstName, family_name: lastName, name = '' } = claims;
  return {
    provider,
    subject: claims.sub,
    email: claims.email?.toLowerCase(),
    emailVerified: claims.email_verified ?? false,
    ...(firstName === undefined ? unsplitName(name) : { firstName, lastName: lastName ?? '' }),
  };
}

/** Reads an id token. Checks the token's claims but not its signature, because the issuer sent it directly over TLS. */
function readIdToken(idToken: string, expected: { issuers: string[]; audience: string }): Claims {
  const claims = claimsSchema.parse(decodeIdToken(idToken));
  const audiences = [claims.aud].flat();
  const isRight =
    expected.issuers.includes(claims.iss ?? '') &&
    audiences.includes(expected.audience) &&
    (claims.exp ?? 0) * 1000 > Date.now();
  if (!isRight) throw new Error('an identity token is not meant for this site');
  return claims;
}

function google(clientId: string, secret: string, redirectUri: string): Provider {
  const client = new Google(clientId, secret, redirectUri);
  const issuers = ['https://accounts.google.com', 'accounts.google.com'];
  return {
    start: (state, verifier) =>
      client.createAuthorizationURL(state, verifier, ['openid', 'email', 'profile']),
    async finish(code, verifier) {
      const tokens = await client.validateAuthorizationCode(code, verifier);
      return toProfile('google', readIdToken(tokens.idToken(), { issuers, audience: clientId }));
    },
  };
}

const githubUser = z.object({ id: z.int(), login: z.string(), name: z.string().nullish() });
const githubEmails = z.array(
  z.object({ email: z.string(), primary: z.boolean(), verified: z.boolean() }),
);

function github(clientId: string, secret: string, redirectUri: string): Provider {
  const client = new GitHub(clientId, secret, redirectUri);
  return {
    start: (state) => client.createAuthorizationURL(state, ['read:user', 'user:email']),
    async finish(code) {
      const tokens = await client.validateAuthorizationCode(code);
      const headers = { Authorization: `Bearer ${tokens.accessToken()}` };
      const [user, emails] = await Promise.all([
        getJson('https://api.github.com/user', headers).then((one) => githubUser.parse(one)),
        getJson('https://api.github.com/user/emails', headers).then((all) =>
          githubEmails.parse(all),
        ),
      ]);
      const primary = emails.find((one) => one.primary && one.verified);
      return toProfile('github', {
        sub: String(user.id),
        email: primary?.email,
        email_verified: primary !== undefined,
        name: user.name || user.login,
      });
    },
  };
}

const discoverySchema = z.object({
  issuer: z.string(),
  authorization_endpoint: z.url(),
  token_endpoint: z.url(),
  userinfo_endpoint: z.url().optional(),
});

function oidc(
  { issuer, trustsEmail }: { issuer: string; trustsEmail: boolean },
  clientId: string,
  secret: string,
  redirectUri: string,
): Provider {
  const profileOf = (claims: Claims) =>
    toProfile('oidc', {
      ...claims,
      email_verified: claims.email_verified ?? (trustsEmail || undefined),
    });
  const client = new OAuth2Client(clientId, secret, redirectUri);
  let discovered: Promise<z.output<typeof discoverySchema>> | undefined;
  const discover = () => {
    discovered ??= getJson(`${issuer.replace(/\/$/, '')}/.well-known/openid-configuration`).then(
      (document) => discoverySchema.parse(document),
    );
    // After a failure, the next sign-in queries the issuer again.
    discovered.catch(() => {
      discovered = undefined;
    });
    return discovered;
  };
  return {
    async start(state, verifier) {
      const { authorization_endpoint: endpoint } = await discover();
      const scopes = ['openid', 'email', 'profile'];
      return client.createAuthorizationURLWithPKCE(
        endpoint,
        state,
        CodeChallengeMethod.S256,
        verifier,
        scopes,
      );
    },
    async finish(code, verifier) {
      const found = await discover();
      const tokens = await client.validateAuthorizationCode(found.token_endpoint, code, verifier);
      const claims = readIdToken(tokens.idToken(), { issuers: [found.issuer], audience: clientId });
      if (claims.email !== undefined || !found.userinfo_endpoint) return profileOf(claims);
      // Some issuers include only the subject in the token.
      const info = claimsSchema.parse(
        await getJson(found.userinfo_endpoint, { Authorization: `Bearer ${tokens.accessToken()}` }),
      );
      if (info.sub !== claims.sub) throw new Error('an issuer returned two different subjects');
      return profileOf({ ...claims, ...info });
    },
  };
}

/** Returns the providers whose variables are set. */
export function createProviders(
  env: Pick<
    Env,
    | 'GOOGLE_CLIENT_ID'
    | 'GOOGLE_CLIENT_SECRET'
    | 'GITHUB_CLIENT_ID'
    | 'GITHUB_CLIENT_SECRET'
    | 'OIDC_ISSUER'
    | 'OIDC_CLIENT_ID'
    | 'OIDC_CLIENT_SECRET'
    | 'OIDC_TRUST_EMAIL'
  >,
  publicUrl: string,
): Map<SignInProvider, Provider> {
  const back = (provider: SignInProvider) => `${publicUrl}/api/login/${provider}/callback`;
  const providers = new Map<SignInProvider, Provider>();
  if (env.GOOGLE_CLIENT_ID && env.GOOGLE_CLIENT_SECRET) {
    providers.set('google', google(env.GOOGLE_CLIENT_ID, env.GOOGLE_CLIENT_SECRET, back('google')));
  }
  if (env.GITHUB_CLIENT_ID && env.GITHUB_CLIENT_SECRET) {
    providers.set('github', github(env.GITHUB_CLIENT_ID, env.GITHUB_CLIENT_SECRET, back('github')));
  }
  if (env.OIDC_ISSUER && env.OIDC_CLIENT_ID && env.OIDC_CLIENT_SECRET) {
    providers.set(
      'oidc',
      oidc(
        { issuer: env.OIDC_ISSUER, trustsEmail: env.OIDC_TRUST_EMAIL ?? false },
        env.OIDC_CLIENT_ID,
        env.OIDC_CLIENT_SECRET,
        back('oidc'),
      ),
    );
  }
  return providers;
}

export const newState = () => ({ state: generateState(), verifier: generateCodeVerifier() });
