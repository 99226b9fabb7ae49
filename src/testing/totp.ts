import { Secret, TOTP } from 'otpauth';

/** Returns the code that an authenticator app would show. */
export const totpCode = (secret: string, at = Date.now()): string =>
  new TOTP({
    secret: Secret.fromBase32(secret),
    algorithm: 'SHA1',
    digits: 6,
    period: 30,
  }).generate({
    timestamp: at,
  });
