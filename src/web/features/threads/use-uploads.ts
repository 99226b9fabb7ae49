import { useEffect, useRef, useState } from 'react';
import type { Upload as TusUpload } from 'tus-js-client';

import { formatBytes } from '~/contract/common/bytes';
import { fileBytesMax, filesOfMessageMax } from '~/contract/files/files';
import type { UploadedFile } from '~/contract/files/files-schema';
import { newKey } from '~/web/lib/new-key';
import { viewedHeaders } from '~/web/shell/viewed-client';

const endpoint = '/api/files';
/**
 * Delays in milliseconds before a failed chunk is retried. After the last retry, the upload waits
 * until the user retries it or the browser is online again.
 */
const retryDelays = [500, 1_000, 2_000, 4_000, 8_000];

let library: Promise<typeof import('tus-js-client')> | undefined;
function loadLibrary() {
  library ??= import('tus-js-client').catch((error) => {
    // A failed load must not be cached.
    library = undefined;
    throw error;
  });
  return library;
}

export interface Upload {
  key: string;
  name: string;
  size: number;
  type: string;
  /**
   * State of the upload. A `waiting` upload continues automatically; a `paused` one continues after
   * a click, or once the browser is online again.
   */
  state: 'uploading' | 'waiting' | 'paused' | 'failed' | 'done';
  /** Progress, from 0 to 1. */
  progress: number;
  error: string;
  /** Id of the file, once the upload is finished. */
  id?: number;
}

export const isUploaded = (upload: Upload): upload is Upload & { id: number } =>
  upload.state === 'done' && upload.id !== undefined;

/** Returns whether an upload is neither finished nor failed. */
export const isOnItsWay = ({ state }: Upload): boolean => state !== 'done' && state !== 'failed';

/** Converts an upload to a file in a message's format. */
export const toUploadedFile = ({
  id,
  name,
  size,
  type,
}: Upload & { id: number }): UploadedFile => ({
  id,
  name,
  size,
  type,
});

const ofFile = ({ id, name, size, type }: UploadedFile): Upload => ({
  key: String(id),
  name,
  size,
  type,
  state: 'done',
  progress: 1,
  error: '',
  id,
});

/**
 * Uploads files in chunks that resume after a lost connection. The code is loaded with the first file.
 *
 * @param onChange called with the uploaded files
 */
export function useUploads() {
  const [uploads, setUploads] = useState<Upload[]>([]);
  const running = useRef(new Map<string, TusUpload>());

  const change = (key: string, changes: Partial<Upload>) =>
    setUploads((all) => all.map((one) => (one.key === key ? { ...one, ...changes } : one)));

  async function begin(key: string, file: File) {
    try {
      const tus = await loadLibrary();
      const upload = new tus.Upload(file, {
        endpoint,
        headers: viewedHeaders(),
        retryDelays,
        storeFingerprintForResuming: false,
        metadata: { filename: file.name },
        onShouldRetry: (error) => {
          const status = error.originalResponse?.getStatus() ?? 0;
          const mayRetry = status === 0 || status === 409 || status === 423 || status >= 500;
          if (mayRetry) change(key, { state: 'waiting' });
          return mayRetry;
        },
        onProgress: (sent, total) =>
          change(key, { state: 'uploading', progress: total > 0 ? sent / total : 0 }),
        onSuccess: () => {
          running.current.delete(key);
          const id = Number(upload.url?.split('/').at(-1));
          change(key, { state: 'done', progress: 1, id });
        },
        onError: (error) => {
          const failure = 'originalResponse' in error ? error.originalResponse : null;
          const status = failure?.getStatus() ?? 0;
          if (status >= 400 && status < 500) {
            running.current.delete(key);
            change(key, { state: 'failed', error: messageIn(failure?.getBody()) });
          } else change(key, { state: 'paused', error: '' });
        },
      });
      running.current.set(key, upload);
      upload.start();
    } catch {
      // The upload code could not be loaded, or rejects this file.
      change(key, { state: 'failed', error: 'We couldn’t start the upload. Please try again.' });
    }
  }

  function resume(key: string) {
    const upload = running.current.get(key);
    if (!upload) return;
    change(key, { state: 'uploading' });
    upload.start();
  }

  const paused = useRef<string[]>([]);
  paused.current = uploads.filter(({ state }) => state === 'paused').map(({ key }) => key);
  const latestResume = useRef(resume);
  latestResume.current = resume;
  useEffect(() => {
    const goOn = () => {
      for (const key of paused.current) latestResume.current(key);
    };
    // Limits the duration of a request. Without a connection, a request can take minutes to fail.
    const wait = () =>
      setUploads((all) =>
        all.map((one) => (one.state === 'uploading' ? { ...one, state: 'waiting' } : one)),
      );
    window.addEventListener('online', goOn);
    window.addEventListener('offline', wait);
    const all = running.current;
    return () => {
      window.removeEventListener('online', goOn);
      window.removeEventListener('offline', wait);
      for (const upload of all.values()) void upload.abort();
    };
  }, []);

  return {
    uploads,
    isBusy: uploads.some(isOnItsWay),

    add(files: readonly File[]) {
      // A new selection replaces files that were rejected.
      const accepted = uploads.filter(({ state }) => state !== 'failed');
      let room = filesOfMessageMax - accepted.length;
      const added = files.map((file): { file: File; upload: Upload } => {
        const found = problemOf(file, room > 0);
        if (found.state === 'uploading') room -= 1;
        const { name, size, type } = file;
        return { file, upload: { key: newKey(), name, size, type, progress: 0, ...found } };
      });
      setUploads((all) => [
        ...all.filter(({ state }) => state !== 'failed'),
        ...added.map(({ upload }) => upload),
      ]);
      for (const { file, upload } of added) {
        if (upload.state === 'uploading') void begin(upload.key, file);
      }
    },

    resume,

    /** Cancels an upload. The part that was uploaded is deleted. */
    remove(key: string) {
      const found = uploads.find((one) => one.key === key);
      setUploads((all) => all.filter((one) => one.key !== key));
      const upload = running.current.get(key);
      running.current.delete(key);
      // If this request fails, the server deletes the part after a day.
      if (upload) void upload.abort(true).catch(() => {});
      else if (found?.id) {
        void fetch(`${endpoint}/${found.id}`, { method: 'DELETE' }).catch(() => {});
      }
    },

    /** Replaces the list with files of a message or of a draft. */
    replace: (files: UploadedFile[]) => setUploads(files.map(ofFile)),
  };
}

function problemOf(file: File, hasRoom: boolean): Pick<Upload, 'state' | 'error'> {
  if (!hasRoom) {
    return { state: 'failed', error: `A message holds ${filesOfMessageMax} files at most` };
  }
  if (file.size > fileBytesMax) {
    return {
      state: 'failed',
      error: `${formatBytes(file.size)} is too large: the limit is ${fileBytesMax / 1024 / 1024} MiB`,
    };
  }
  if (file.size === 0) return { state: 'failed', error: 'This file is empty' };
  return { state: 'uploading', error: '' };
}

function messageIn(body: string | undefined): string {
  try {
    const { message } = JSON.parse(body ?? '') as { message?: unknown };
    if (typeof message === 'string') return message;
  } catch {
    // The response does not come from this site's server.
  }
  return 'We couldn’t accept this file';
}
