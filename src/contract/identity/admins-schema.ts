import { z } from 'zod';

import { nameMax } from '~/contract/common/limits';
import { listQuerySchema, userIdField } from '~/contract/common/paging-schema';
import { email, text } from '~/contract/common/text-schema';
import { adminRoles } from './roles';
import { newPasswordField } from './second-factors-schema';

export const adminStatuses = ['active', 'invited', 'expired', 'disabled'] as const;
export type AdminStatus = (typeof adminStatuses)[number];

/** An admin account, as shown to owners. */
export const adminAccountSchema = z.object({
  id: z.string(),
  email: z.string(),
  name: z.string(),
  /** Username; null until the invitation is accepted. */
  username: z.string().nullable(),
  role: z.enum(adminRoles),
  status: z.enum(adminStatuses).describe('`expired`: the invitation was not accepted in time'),
  disabled: z.boolean(),
  hasSecondFactor: z.boolean(),
  /** When the invitation expires; null once it is accepted. */
  invitedUntil: z.iso.datetime().nullable(),
  lastSeenAt: z.iso.datetime().nullable(),
  createdAt: z.iso.datetime(),
});
export type AdminAccount = z.output<typeof adminAccountSchema>;

export const adminsListSchema = listQuerySchema({
  statuses: adminStatuses,
  sorts: ['createdAt', 'name', 'email'],
});

const role = z.enum(adminRoles, `A role is one of: ${adminRoles.join(', ')}`);

export const invitationSchema = z.object({
  email: email('Please enter a valid email address').transform((value) => value.toLowerCase()),
  name: text({ min: 2, minMessage: 'Name must be at least 2 characters', max: nameMax }),
  role,
});
export type InvitationFields = z.output<typeof invitationSchema>;

export const adminIdSchema = z.object({ id: userIdField });
export const adminUpdateSchema = adminIdSchema.extend({
  role: role.optional(),
  disabled: z.boolean('Please enter true or false').optional(),
});
export type AdminUpdate = z.output<typeof adminUpdateSchema>;

export const adminDetailSchema = z.object({
  admin: adminAccountSchema,
  changes: z.array(z.object({ id: z.int(), description: z.string(), createdAt: z.iso.datetime() })),
});

export const invitationTokenSchema = z.object({
  token: z.string('An invitation is needed').min(1, 'An invitation is needed').max(200),
});

/** Data that an invited person sees before accepting. */
export const openInvitationSchema = z.object({
  email: z.string(),
  name: z.string(),
  role,
  /** Username suggested from the email. */
  username: z.string(),
});
export type OpenInvitation = z.output<typeof openInvitationSchema>;

export const acceptInvitationFormSchema = z.object({
  username: text({
    min: 3,
    minMessage: 'A username has at least 3 characters',
    max: nameMax,
  }).regex(/^[\p{L}\p{N}._@+-]+$/u, 'A username has no spaces'),
  password: newPasswordField,
});
export type AcceptInvitationFields = z.output<typeof acceptInvitationFormSchema>;
export const acceptInvitationSchema = acceptInvitationFormSchema.extend(
  invitationTokenSchema.shape,
);
