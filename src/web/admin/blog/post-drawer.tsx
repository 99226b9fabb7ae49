import { useRouter } from '@tanstack/react-router';
import { useMemo, useState } from 'react';

import { type AdminPost, postFieldsSchema } from '~/contract/blog/blog-form-schema';
import { type Editing, EditorDrawer, toEdit } from '~/web/admin/content/editor-drawer';
import { useMayChange } from '~/web/admin/form/read-only';
import { RecordForm } from '~/web/admin/form/record-form';
import { SitePreview } from '~/web/admin/form/site-preview';
import { useRecordForm } from '~/web/admin/form/use-record-form';
import { keepingOf } from '~/web/admin/form/use-unsaved-input';
import { useQuery } from '~/web/lib/queries';
import { useViewer } from '~/web/shell/settings';
import { draftOf, emptyDraft, fieldsOf, type PostDraft, previewOf } from './post-draft';
import { PostFields } from './post-fields';
import { usePostActions } from './use-post-actions';

/** Editor of a post with a preview of its page. The id is `new` for a new post. */
export function PostDrawer({ id, onClose }: { id: string; onClose(): void }) {
  const { api } = useRouter().options.context;
  const query = useQuery(api.admin.blog.get.queryOptions({ id: Number(id) }, toEdit(id)));
  return (
    <EditorDrawer
      id={id}
      noun="post"
      nameOf={({ title }) => title}
      query={query}
      form={PostForm}
      size="96rem"
      onClose={onClose}
    />
  );
}

function PostForm({ opened, ...frame }: Editing<AdminPost>) {
  const viewer = useViewer();
  const [author] = useState(`${viewer?.firstName ?? ''} ${viewer?.lastName ?? ''}`.trim());
  const actions = usePostActions();
  const form = useRecordForm<PostDraft>({
    keeping: keepingOf('post', opened),
    initial: opened ? draftOf(opened) : emptyDraft(author),
    schema: schemaOf(opened),
    save: (draft, overwrite) =>
      actions.save(fieldsOf(draft, opened), { opened, overwrite }, frame.onClose),
    onFailed: (error) => actions.failed(error, opened ? 'update' : 'create'),
  });
  const { draft } = form;
  const preview = useMemo(() => previewOf(draft, opened), [draft, opened]);
  const record = (
    <RecordForm form={form} submitLabel={opened ? 'Save' : 'Create post'} {...frame}>
      <PostFields form={form} />
    </RecordForm>
  );
  // Only admins who can save a post get a preview of unsaved input.
  if (!useMayChange()) return record;
  return (
    <div className="with-preview">
      {record}
      <SitePreview path={preview.path} draft={preview} />
    </div>
  );
}

/** Returns a schema that validates the draft with the server's rules. */
function schemaOf(opened: AdminPost | undefined) {
  return {
    safeParse: (draft: unknown) => postFieldsSchema.safeParse(fieldsOf(draft as PostDraft, opened)),
  };
}
