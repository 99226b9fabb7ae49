import { z } from 'zod';

import { nameMax, optionMax } from '~/contract/common/limits';
import { digits, text } from '~/contract/common/text-schema';
import { currentUserSchema } from './identity-schema';
import { secondFactorMethods } from './second-factors';

/** An existing password. Its length is not checked. */
const passwordField = z
  .string('Password is required')
  .min(1, 'Password is required')
  .max(optionMax * 10, 'This password is too long');
export const newPasswordField = passwordField.min(8, 'A password has at least 8 characters');

const totpCode = digits('The code is 6 digits');

/** Response to a correct password of an admin who needs a second factor. */
const secondFactorNeededSchema = z.object({
  secondFactor: z.object({
    /** Second factors of the admin; empty if the admin has to set one up first. */
    methods: z.array(z.enum(secondFactorMethods)),
  }),
});

export const adminSignedInSchema = z.union([
  z.object({ user: currentUserSchema }),
  secondFactorNeededSchema,
]);

/** Binary data in WebAuthn's JSON format. */
const bytes = z.string().max(20_000);
const credential = {
  id: z.string().min(1).max(1_400),
  rawId: z.string().min(1).max(1_400),
  type: z.literal('public-key'),
  authenticatorAttachment: z.enum(['platform', 'cross-platform']).optional(),
  clientExtensionResults: z.looseObject({}),
};

const passkeyRegistrationSchema = z.object({
  ...credential,
  response: z.object({
    clientDataJSON: bytes,
    attestationObject: bytes,
    transports: z.array(z.string().max(40)).max(10).optional(),
  }),
});
export type PasskeyRegistration = z.output<typeof passkeyRegistrationSchema>;

const passkeyAssertionSchema = z.object({
  ...credential,
  response: z.object({
    clientDataJSON: bytes,
    authenticatorData: bytes,
    signature: bytes,
    userHandle: bytes.optional(),
  }),
});
export type PasskeyAssertion = z.output<typeof passkeyAssertionSchema>;

/**
 * WebAuthn options. The library creates them on the server, reads them in the browser, and declares
 * their types.
 */
export const webauthnOptionsSchema = <Options extends object>() =>
  z.custom<Options>((value) => typeof value === 'object' && value !== null);

/** Second step of an admin's sign-in, with a code of an authenticator app or a recovery code. */
export const secondFactorCodeSchema = z.object({
  method: z.enum(['totp', 'recovery']),
  code: text({ min: 1, minMessage: 'Please enter a code', max: optionMax }),
});
/** Second step of an admin's sign-in, with a passkey. */
export const secondFactorPasskeySchema = z.object({ response: passkeyAssertionSchema });
export type SecondFactor =
  | z.output<typeof secondFactorCodeSchema>
  | { method: 'passkey'; response: PasskeyAssertion };

export const totpSetupSchema = z.object({
  /** Secret to enter in apps that cannot read the QR code. */
  secret: z.string(),
  /** Content of the QR code. */
  uri: z.string(),
});
export type TotpSetup = z.output<typeof totpSetupSchema>;
export const totpCodeSchema = z.object({ code: totpCode });

const passkeyName = text({
  min: 1,
  minMessage: 'Please enter a name for the passkey',
  max: nameMax,
});
export const newPasskeySchema = z.object({
  name: passkeyName,
  response: passkeyRegistrationSchema,
});

/** Recovery codes, shown only once; null if the admin already has codes. */
export const recoveryCodesSchema = z.object({ recoveryCodes: z.array(z.string()).nullable() });
export type RecoveryCodes = z.output<typeof recoveryCodesSchema>;
/** Response to setting up a second factor during sign-in, which completes the sign-in. */
export const setupSignedInSchema = recoveryCodesSchema.extend({ user: currentUserSchema });

export const passwordSchema = z.object({ password: passwordField });
export const changePasswordSchema = z.object({
  password: passwordField,
  newPassword: newPasswordField,
});
export const passkeyIdSchema = z.object({ id: z.string().min(1).max(1_400) });

/** Second factors of the signed-in admin. */
export const ownSecondFactorsSchema = z.object({
  username: z.string(),
  /** True if the agency requires a second factor of every admin. */
  isRequired: z.boolean(),
  hasTotp: z.boolean(),
  passkeys: z.array(
    z.object({
      id: z.string(),
      name: z.string(),
      createdAt: z.iso.datetime(),
      lastUsedAt: z.iso.datetime().nullable(),
    }),
  ),
  recoveryCodesLeft: z.int(),
});
export type OwnSecondFactors = z.output<typeof ownSecondFactorsSchema>;
