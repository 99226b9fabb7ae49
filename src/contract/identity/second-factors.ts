/** Maximum minutes between entering the password and the second factor. */
export const signInMinutes = 10;
/** Number of digits of an authenticator app's code. The code changes every `totpSeconds`. */
export const totpDigits = 6;
export const totpSeconds = 30;
/** Number of recovery codes, for admins who have lost every other factor. Each code works once. */
export const recoveryCodeCount = 10;
export const passkeyMax = 10;

export const secondFactorMethods = ['totp', 'passkey', 'recovery'] as const;
export type SecondFactorMethod = (typeof secondFactorMethods)[number];
