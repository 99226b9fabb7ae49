import { useEffect, useId, useRef } from 'react';

import { filesOfMessageMax } from '~/contract/files/files';
import type { UploadedFile } from '~/contract/files/files-schema';
import { dropDraft, loadDraft, saveDraft } from '~/web/lib/draft';
import { Button } from '~/web/ui/button';
import { Frame } from '~/web/ui/field';
import { IconPaperclip } from '~/web/ui/icons';
import { UploadList } from './upload-list';
import { isUploaded, toUploadedFile, useUploads } from './use-uploads';

const draftName = 'request-files';

/** Field for files within a form. They are uploaded immediately, and the form sends their ids as `fileIds`. */
export function FilesField({ error }: { error: string | undefined }) {
  const id = useId();
  const input = useRef<HTMLInputElement>(null);
  const { uploads, isBusy, add, remove, resume, replace } = useUploads();
  const hidden = useRef<HTMLInputElement>(null);
  const ready = uploads.filter(isUploaded);
  const ids = ready.map((upload) => upload.id);
  const kept = JSON.stringify(ready.map(toUploadedFile));
  const isRestored = useRef(false);
  const restore = useRef(replace);
  restore.current = replace;
  // Storage is read after hydration, because the page from the server cannot contain it.
  useEffect(() => {
    const { files = '[]' } = loadDraft(draftName).values;
    const before = JSON.parse(files) as UploadedFile[];
    if (before.length > 0) restore.current(before);
    isRestored.current = true;
    const form = hidden.current?.form;
    // Called after the form was sent, which resets it.
    const forget = () => {
      dropDraft(draftName);
      restore.current([]);
    };
    form?.addEventListener('reset', forget);
    return () => form?.removeEventListener('reset', forget);
  }, []);
  useEffect(() => {
    if (isRestored.current) saveDraft(draftName, { values: { files: kept === '[]' ? '' : kept } });
  }, [kept]);
  return (
    <Frame
      id={id}
      label="Files"
      optional
      hint={`Up to ${filesOfMessageMax} files, 20 MB each.`}
      error={error}
    >
      {/* This input is never empty, because the form's own draft restores empty fields. */}
      <input
        ref={hidden}
        type="hidden"
        name="fileIds"
        value={isBusy ? 'busy' : ids.length > 0 ? ids.join(' ') : 'none'}
      />
      <UploadList uploads={uploads} onRemove={remove} onResume={resume} />
      <input
        ref={input}
        id={id}
        type="file"
        multiple
        hidden
        aria-label="Files to send"
        onChange={(event) => {
          add([...(event.target.files ?? [])]);
          event.target.value = '';
        }}
      />
      <div>
        <Button
          variant="outline"
          aria-describedby={`${id}-hint`}
          onClick={() => input.current?.click()}
        >
          <IconPaperclip size={18} stroke={1.8} aria-hidden="true" />
          Add files
        </Button>
      </div>
    </Frame>
  );
}
