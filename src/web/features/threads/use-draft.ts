import { useEffect, useRef, useState } from 'react';

import type { UploadedFile } from '~/contract/files/files-schema';
import type { MessageDraft } from '~/contract/threads/threads-schema';
import { loadDraft, saveDraft } from '~/web/lib/draft';

/** Milliseconds between the last change of a draft and saving it on the server. */
const saveAfterMs = 1_500;

interface Content {
  text: string;
  files: UploadedFile[];
}

/**
 * Returns the draft that this tab has stored, if the server does not have it: it was never saved, or
 * it was deleted without being sent. (The server has one draft for each thread. Sending a message in
 * another tab deletes it, even if this tab has started another draft.)
 */
function read(name: string, kept: MessageDraft, isSent: (text: string) => boolean) {
  const { text = '', files = '[]', isSaved } = loadDraft(name).values;
  const own: Content = { text, files: JSON.parse(files) as UploadedFile[] };
  if (isSaved === 'no') return own;
  const isGone = kept.text === '' && kept.fileIds.length === 0;
  return isGone && text !== '' && !isSent(text) ? own : undefined;
}

/**
 * Returns the uploads that another browser has added to a draft, with their names, sizes and types.
 */
async function describe(fileIds: number[]): Promise<UploadedFile[]> {
  const found = await Promise.all(
    fileIds.map(async (id): Promise<UploadedFile[]> => {
      // Files whose names cannot be read are left out of the draft.
      const response = await fetch(`/api/files/${id}`, { method: 'HEAD' }).catch(() => undefined);
      if (!response?.ok) return [];
      const disposition = response.headers.get('content-disposition') ?? '';
      const [, name = ''] = /filename\*=UTF-8''([^;]+)/.exec(disposition) ?? [];
      return [
        {
          id,
          name: decodeURIComponent(name) || `File ${id}`,
          size: Number(response.headers.get('content-length') ?? 0),
          type: (response.headers.get('content-type') ?? '').split(';')[0] ?? '',
        },
      ];
    }),
  );
  return found.flat();
}

/** Draft of a message. It is stored in the browser at each change, and on the server shortly afterwards. */
export function useDraft(options: {
  draftKey: string;
  kept: MessageDraft;
  save(draft: MessageDraft): Promise<unknown>;
  /** Returns whether the thread already contains a message with this text. */
  isSent(text: string): boolean;
  /** Called if the draft of another browser has files. */
  onFiles(files: UploadedFile[]): void;
}) {
  const { draftKey, kept } = options;
  const name = `thread:${draftKey}`;
  const [text, setText] = useState(kept.text);
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  const current = useRef<Content>({ text: kept.text, files: [] });
  const latest = useRef(options);
  latest.current = options;

  // Storage is read after hydration, because the page from the server cannot contain it.
  useEffect(() => {
    const { kept: fromServer, onFiles, isSent } = latest.current;
    const own = read(name, fromServer, isSent);
    if (own) {
      current.current = own;
      setText(own.text);
      if (own.files.length > 0) onFiles(own.files);
    } else if (fromServer.fileIds.length > 0) {
      void describe(fromServer.fileIds).then((files) => {
        if (files.length > 0) onFiles(files);
      });
    }
    return () => clearTimeout(timer.current);
  }, [name]);

  function keep(isSaved: 'yes' | 'no') {
    const content = current.current;
    const isEmpty = content.text === '' && content.files.length === 0;
    // Also saves an empty draft that the server does not have yet, so that the previous draft is
    // not restored.
    const values =
      isEmpty && (isSaved === 'yes' || latest.current.kept.text === '')
        ? {}
        : { text: content.text, files: JSON.stringify(content.files), isSaved };
    saveDraft(name, { values });
  }

  async function save() {
    const saved = current.current;
    try {
      await latest.current.save({ text: saved.text, fileIds: saved.files.map(({ id }) => id) });
      if (current.current === saved) keep('yes');
    } catch {
      // Ignores a failure, because the browser still has the draft.
    }
  }

  function update(changes: Partial<Content>) {
    current.current = { ...current.current, ...changes };
    keep('no');
    clearTimeout(timer.current);
    timer.current = setTimeout(save, saveAfterMs);
  }

  return {
    text,
    setText(next: string) {
      setText(next);
      update({ text: next });
    },
    setFiles: (files: UploadedFile[]) => update({ files }),
    /**
     * Clears the draft. Must be called after the message was sent: the server has deleted its draft
     * by then.
     */
    clear() {
      clearTimeout(timer.current);
      current.current = { text: '', files: [] };
      setText('');
      saveDraft(name, { values: {} });
    },
  };
}
