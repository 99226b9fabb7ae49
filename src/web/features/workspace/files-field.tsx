import { useId, useRef } from 'react';

import { filesOfMessageMax } from '~/contract/files/files';
import { Button } from '~/web/ui/button';
import { Frame } from '~/web/ui/field';
import { IconPaperclip } from '~/web/ui/icons';
import { UploadList } from './upload-list';
import { isUploaded, useUploads } from './use-uploads';

/** Files within a form: they are uploaded at once, and the form sends their ids as `fileIds`. */
export function FilesField({ error }: { error: string | undefined }) {
  const id = useId();
  const input = useRef<HTMLInputElement>(null);
  const { uploads, isBusy, add, remove, resume } = useUploads();
  const ids = uploads.filter(isUploaded).map((upload) => upload.id);
  return (
    <Frame
      id={id}
      label="Files"
      optional
      hint={`Up to ${filesOfMessageMax}, each of 20 MiB at most.`}
      error={error}
    >
      {/* Never empty: a draft fills empty fields, and of these files a reload leaves nothing to be shown. */}
      <input
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
