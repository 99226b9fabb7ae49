import type { CurrentUser } from './identity-schema';
import { type Permission, permissions } from './permissions';

/** Permissions that an API key can have. Only people can manage admins and keys. */
export const keyPermissions = permissions.filter((one) => !/^(admins|apiKeys)\./.test(one));

/** Permissions that only screens need: no API path requires them. */
const onlyOnScreens = ['panel.open', 'clients.viewAs', 'payments.refund', 'payments.replay'];

/** Permissions that the panel offers for a key. */
export const offeredPermissions = keyPermissions.filter((one) => !onlyOnScreens.includes(one));

export const apiKeysMax = 100;
export const keyNameMax = 60;

/** Days before the expiry of a key at which its creator gets an email. */
export const keyWarningDays = 7;

export const apiKeyStatuses = ['active', 'expired'] as const;
export type ApiKeyStatus = (typeof apiKeyStatuses)[number];

/** API key that a call was made with. */
interface CallingKey {
  id: number;
  name: string;
  permissions: readonly Permission[];
}

/** A user, with the API key that acts on their behalf. */
export type Caller = CurrentUser & {
  apiKey?: CallingKey | undefined;
  /** API key that proposed the change which the user confirms, such as 'key Zapier of Ada Lovelace'. */
  proposedBy?: string | undefined;
};

/** A caller of the client area, with the session of the call. */
export type SignedInCaller = Caller & { sessionId: number | undefined };
