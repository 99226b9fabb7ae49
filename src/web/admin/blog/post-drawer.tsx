import { useRouter } from '@tanstack/react-router';
import { useState } from 'react';

import { type AdminPost, postFieldsSchema } from '~/contract/blog/blog-form-schema';
import { type Editing, EditorDrawer, toEdit } from '~/web/admin/content/editor-drawer';
import { RecordForm } from '~/web/admin/form/record-form';
import { keepingOf, recordDraftName, useRecordForm } from '~/web/admin/form/use-record-form';
import { useQuery } from '~/web/lib/queries';
import { useViewer } from '~/web/shell/settings';
import { draftOf, emptyDraft, fieldsOf, type PostDraft } from './post-draft';
import { PostFields } from './post-fields';
import { usePostActions } from './use-post-actions';

/** A post in full; `new` for one that is to be. */
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
      size="72rem"
      onClose={onClose}
    />
  );
}

function PostForm({ opened, ...frame }: Editing<AdminPost>) {
  const viewer = useViewer();
  const [author] = useState(`${viewer?.firstName ?? ''} ${viewer?.lastName ?? ''}`.trim());
  const actions = usePostActions();
  const form = useRecordForm<PostDraft>({
    draftName: recordDraftName('post', opened),
    keeping: keepingOf('post', opened),
    initial: opened ? draftOf(opened) : emptyDraft(author),
    schema: schemaOf(opened),
    save: (draft, overwrite) =>
      actions.save(fieldsOf(draft, opened), { opened, overwrite }, frame.onClose),
    onFailed: (error) => actions.failed(error, opened ? 'update' : 'create'),
  });
  return (
    <RecordForm form={form} submitLabel={opened ? 'Save' : 'Create post'} {...frame}>
      <PostFields form={form} />
    </RecordForm>
  );
}

/** The server's schema, applied to the fields of the draft. */
function schemaOf(opened: AdminPost | undefined) {
  return {
    safeParse: (draft: unknown) => postFieldsSchema.safeParse(fieldsOf(draft as PostDraft, opened)),
  };
}
