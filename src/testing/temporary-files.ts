import { constants } from 'node:fs';
import { access, statfs } from 'node:fs/promises';

const memoryFolder = '/dev/shm';
/** Number with which Linux identifies a file system in memory. */
const tmpfs = 0x01021994;
/** Minimum size of the file system, which exceeds the databases of a whole run. In containers it is often small. */
const roomBytes = 4 * 2 ** 30;

/**
 * Moves the temporary files of the tests, mainly databases and transformed modules, into memory if the system has a folder
 * there: creating and dropping a database then takes a tenth of the time. Processes that are started later inherit the
 * folder.
 */
export async function keepTemporaryFilesInMemory(): Promise<void> {
  if (process.env.TMPDIR) return;
  try {
    const { type, bavail, bsize } = await statfs(memoryFolder);
    if (type !== tmpfs || bavail * bsize < roomBytes) return;
    await access(memoryFolder, constants.W_OK | constants.X_OK);
  } catch {
    return;
  }
  process.env.TMPDIR = memoryFolder;
}
