import { z } from 'zod';

import { nameMax, optionMax } from '~/contract/common/limits';
import type { SchemaOf } from '~/contract/common/schema';
import { digits, email, line, text } from '~/contract/common/text-schema';
import { type SendCodeAnswer, signInProviders, signInPurposes } from './identity';
import { adminRoles } from './roles';

const accountSchema = z.object({
  id: z.string(),
  email: z.string(),
  firstName: z.string(),
  lastName: z.string(),
  profileImageUrl: z.string().nullable(),
  /** True if the session belongs to an admin. Signing in with a code never grants admin rights. */
  isAdmin: z.boolean(),
  /** Role of an admin; absent for clients. */
  role: z.enum(adminRoles).optional(),
  deletionDueAt: z.iso
    .datetime()
    .optional()
    .describe('When the account will be deleted, if planned'),
});

/** The signed-in user in API responses. */
export const currentUserSchema = accountSchema.extend({
  clientView: z
    .object({ admin: accountSchema, endsAt: z.iso.datetime() })
    .optional()
    .describe('Admin who views the site as this client, read-only'),
  endedClientView: z
    .object({ clientId: z.string(), name: z.string() })
    .optional()
    .describe('Client whose view has ended, until the admin has seen it'),
});
export type CurrentUser = z.output<typeof currentUserSchema>;

const emailField = email('Please enter a valid email address').transform((value) =>
  value.toLowerCase(),
);
const firstName = line({
  min: 2,
  minMessage: 'First name must be at least 2 characters',
  max: nameMax,
});
const lastName = line({
  min: 2,
  minMessage: 'Last name must be at least 2 characters',
  max: nameMax,
});
const otp = digits('OTP must be 6 digits');

/** First step of signing in or signing up: the email. */
export const signInFormSchema = z.object({ email: emailField });
export type SignInFields = z.output<typeof signInFormSchema>;
export const signUpFormSchema = z.object({
  firstName,
  lastName,
  email: emailField,
});
export type SignUpFields = z.output<typeof signUpFormSchema>;
/** Second step of signing in or signing up: the code. */
export const codeFormSchema = z.object({ otp });

/** Confirms a link by a click, without any fields. */
export const linkFormSchema = z.object({});

export const sendCodeSchema = z.object({
  email: emailField,
  type: z.enum(signInPurposes).optional(),
});
/**
 * Secret of the sign-in link that is emailed instead of a code after many wrong guesses. The
 * sign-in page sends the secret together with the code.
 */
const proof = z.string().max(100).optional();

export const verifyCodeSchema = z.object({ email: emailField, otp, proof });
export const signUpSchema = z.object({ email: emailField, firstName, lastName, otp, proof });

export const adminLoginSchema = z.object({
  username: text({ min: 1, minMessage: 'Username is required', max: nameMax }),
  password: z
    .string('Password is required')
    .min(1, 'Password is required')
    .max(optionMax * 10, 'This password is too long'),
});
export type AdminLoginFields = z.output<typeof adminLoginSchema>;

export const emailChangeSchema = z.object({ email: emailField });
export type EmailChange = z.output<typeof emailChangeSchema>;

export const restoreEmailSchema = z.object({
  token: z.string('A link is needed').min(1, 'A link is needed').max(200),
});

export const profileSchema = z.object({ firstName, lastName });
export type ProfileFields = z.output<typeof profileSchema>;

/** A small picture as `data:image/…;base64,…`, within the body limit. */
export const pictureUploadSchema = z.object({
  dataUrl: z
    .string()
    .max(90_000, 'This picture is too large')
    .regex(/^data:image\/(png|jpeg|webp);base64,[A-Za-z0-9+/]+=*$/, 'This file is not a picture'),
});

export const sendCodeAnswerSchema = z.object({
  message: z.string(),
  demo: z.literal(true).optional(),
  demoCode: z.string().optional(),
  byLink: z.literal(true).optional().describe('Whether the email has a link instead of a code'),
}) satisfies SchemaOf<SendCodeAnswer, unknown>;

export const signedInSchema = z.object({ user: currentUserSchema });
/** Response to signing up. If the email belongs to an account, the client is signed in to that account. */
export const signedUpSchema = signedInSchema.extend({ isNew: z.boolean() });

/** A session of a user. */
export const sessionSummarySchema = z.object({
  id: z.int(),
  /** For example 'Firefox on Linux'. */
  device: z.string(),
  createdAt: z.iso.datetime(),
  lastSeenAt: z.iso.datetime(),
  isCurrent: z.boolean(),
});
export type SessionSummary = z.output<typeof sessionSummarySchema>;

/** An enabled sign-in provider, with the name on its button. */
export const offeredProviderSchema = z.object({
  id: z.enum(signInProviders),
  name: z.string(),
});
export type OfferedProvider = z.output<typeof offeredProviderSchema>;
