import { mkdir, stat } from 'node:fs/promises';
import { dirname } from 'node:path';

/**
 * Creates a folder and its missing parents, unless they exist. Replaces Node's recursive `mkdir`, which never returns
 * if a file system such as /proc reports a missing parent although it exists.
 *
 * @throws the error of the file system
 */
export async function createFolder(path: string, options: { mode?: number } = {}): Promise<void> {
  if (await isFolder(path)) return;
  const parent = dirname(path);
  if (parent !== path) await createFolder(parent, options);
  try {
    await mkdir(path, options);
  } catch (error) {
    // Another process may have created the folder in the meantime.
    if (!(await isFolder(path))) throw error;
  }
}

/**
 * Returns whether a path is a folder; false if it cannot be examined, because creating it then fails with the reason.
 */
const isFolder = (path: string): Promise<boolean> =>
  stat(path).then(
    (info) => info.isDirectory(),
    () => false,
  );
