import type { UploadedFile } from '~/contract/files/files-schema';
import type { CurrentUser } from '~/contract/identity/identity-schema';
import { adminRoles } from '~/contract/identity/roles';
import type { AppServices } from '~/server/app-services';
import type { TestApp } from './app';

/** A picture with a single pixel. */
export const pixel = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
  'base64',
);

/** Uploads a file through the services, without HTTP. */
export async function uploadAs(
  { files }: Pick<AppServices, 'files'>,
  user: CurrentUser,
  content: Uint8Array = pixel,
  name = 'pixel.png',
): Promise<UploadedFile> {
  const { id } = await files.uploads.begin(user, { name, size: content.length });
  await files.uploads.append(
    user,
    id,
    0,
    (async function* () {
      yield content;
    })(),
  );
  return files.uploads.finish(user, id);
}

/** Returns a user for services. */
export async function userOf(app: Pick<TestApp, 'sql'>, id: string): Promise<CurrentUser> {
  const [row] = await app.sql<
    { email: string; firstName: string; lastName: string; isAdmin: boolean; role: string | null }[]
  >`select email, first_name as "firstName", last_name as "lastName", is_admin as "isAdmin",
      admin_role as role from users where id = ${id}`;
  if (!row) throw new Error('there is no such user');
  const { role, ...rest } = row;
  const adminRole = adminRoles.find((one) => one === role);
  return { ...rest, id, profileImageUrl: null, ...(adminRole && { role: adminRole }) };
}

/** Adds a file that the agency has sent in a thread. */
export async function agencyFileIn(
  app: Pick<TestApp, 'services'>,
  admin: CurrentUser,
  requestId: number,
  changes: { internal?: boolean; deliverable?: boolean } = {},
): Promise<{ fileId: number; messageId: number }> {
  const { internal = false, deliverable = !internal } = changes;
  const { id } = await uploadAs(app.services, admin);
  const message = await app.services.admin.requestThreads.send(admin, {
    id: requestId,
    text: 'Here it is',
    fileIds: [id],
    deliverableIds: deliverable ? [id] : [],
    internal,
  });
  return { fileId: id, messageId: message.id };
}
