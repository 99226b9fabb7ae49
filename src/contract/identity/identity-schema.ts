import { z } from 'zod';
import { nameMax, optionMax } from '~/contract/common/limits';
import { email, text } from '~/contract/common/text-schema';
import {
  type AdminLoginFields,
  type CurrentUser,
  codePurposes,
  type OfferedProvider,
  type ProfileFields,
  type SendCodeAnswer,
  type SessionSummary,
  type SignInFields,
  type SignUpFields,
  signInProviders,
} from './identity';

export const currentUserSchema = z.object({
  id: z.string(),
  email: z.string(),
  firstName: z.string(),
  lastName: z.string(),
  profileImageUrl: z.string().nullable(),
  isAdmin: z.boolean(),
}) satisfies z.ZodType<CurrentUser>;

const address = email('Please enter a valid email address').transform((value) =>
  value.toLowerCase(),
);
const firstName = text({
  min: 2,
  minMessage: 'First name must be at least 2 characters',
  max: nameMax,
});
const lastName = text({
  min: 2,
  minMessage: 'Last name must be at least 2 characters',
  max: nameMax,
});
const otp = z
  .string('OTP must be 6 digits')
  .trim()
  .regex(/^\d{6}$/, 'OTP must be 6 digits');

/** The first steps of signing in and up. */
export const signInFormSchema = z.object({ email: address }) satisfies z.ZodType<SignInFields>;
export const signUpFormSchema = z.object({
  firstName,
  lastName,
  email: address,
}) satisfies z.ZodType<SignUpFields>;
/** The second step of both. */
export const codeFormSchema = z.object({ otp });

export const sendCodeSchema = z.object({
  email: address,
  type: z.enum(codePurposes).optional(),
});
export const verifyCodeSchema = z.object({ email: address, otp });
export const signUpSchema = z.object({ email: address, firstName, lastName, otp });

export const adminLoginSchema = z.object({
  username: text({ min: 1, minMessage: 'Username is required', max: nameMax }),
  password: z
    .string('Password is required')
    .min(1, 'Password is required')
    .max(optionMax * 10, 'This password is too long'),
}) satisfies z.ZodType<AdminLoginFields>;

export const profileSchema = z.object({ firstName, lastName }) satisfies z.ZodType<ProfileFields>;

/** A small picture, as `data:image/…;base64,…`: what a form can send within a body's bounds. */
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
}) satisfies z.ZodType<SendCodeAnswer, unknown>;

export const signedInSchema = z.object({ user: currentUserSchema });
/** Whoever signs up with an address that has an account is signed in to that one. */
export const signedUpSchema = signedInSchema.extend({ isNew: z.boolean() });

export const sessionSummarySchema = z.object({
  id: z.int(),
  device: z.string(),
  createdAt: z.iso.datetime(),
  lastSeenAt: z.iso.datetime(),
  isCurrent: z.boolean(),
}) satisfies z.ZodType<SessionSummary>;

export const offeredProviderSchema = z.object({
  id: z.enum(signInProviders),
  name: z.string(),
}) satisfies z.ZodType<OfferedProvider>;
