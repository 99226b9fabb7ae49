import { useQuery } from '@tanstack/react-query';
import { useRouter } from '@tanstack/react-router';
import { useMemo, useState } from 'react';

import { type AdminPost, postFieldsSchema } from '~/contract/blog-form-schema';
import { useViewer } from '~/web/lib/settings';
import { Loaded, RecordDrawer } from '../record/record-drawer';
import { RecordForm } from '../record/record-form';
import { useRecordForm } from '../record/use-record-form';
import { tellDone } from '../ui/notices';
import { draftOf, emptyDraft, fieldsOf, type PostDraft } from './post-draft';
import { PostFields } from './post-fields';
import { usePostActions } from './use-post-actions';

/** A post in full; `new` for one that is to be. */
export function PostDrawer({ id, onClose }: { id: string; onClose(): void }) {
  const { api } = useRouter().options.context;
  const isNew = id === 'new';
  const query = useQuery(api.admin.blog.get.queryOptions({ id: Number(id) }, { enabled: !isNew }));
  const [version, setVersion] = useState(0);
  const reload = async () => {
    await query.refetch();
    setVersion((before) => before + 1);
  };
  return (
    <RecordDrawer
      title={isNew ? 'New post' : (query.data?.title ?? 'Post')}
      size="72rem"
      onClose={onClose}
    >
      {isNew ? (
        <PostForm onClose={onClose} onReload={reload} />
      ) : (
        <Loaded query={query}>
          {(post) => <PostForm key={version} post={post} onClose={onClose} onReload={reload} />}
        </Loaded>
      )}
    </RecordDrawer>
  );
}

function PostForm(props: { post?: AdminPost; onClose(): void; onReload(): void }) {
  const { client } = useRouter().options.context;
  const viewer = useViewer();
  // As it was when it was opened: what arrives meanwhile does not change what is being typed.
  const [post] = useState(props.post);
  const [author] = useState(`${viewer?.firstName ?? ''} ${viewer?.lastName ?? ''}`.trim());
  const initial = useMemo(() => (post ? draftOf(post) : emptyDraft(author)), [post, author]);
  const actions = usePostActions();
  const form = useRecordForm<PostDraft>({
    initial,
    schema: schemaOf(post),
    save: async (draft, overwrite) => {
      const fields = fieldsOf(draft, post);
      if (post) {
        await client.admin.blog.update.mutate({
          ...fields,
          id: post.id,
          ...(!overwrite && { expectedUpdatedAt: post.updatedAt }),
        });
      } else await client.admin.blog.create.mutate(fields);
      tellDone(post ? 'Post updated successfully' : 'Post created successfully');
      props.onClose();
      await actions.refresh();
    },
    onFailed: (error) => actions.failed(error, post ? 'update' : 'create'),
  });
  return (
    <RecordForm
      form={form}
      submitLabel={post ? 'Save' : 'Create post'}
      onCancel={props.onClose}
      onReload={props.onReload}
    >
      <PostFields form={form} />
    </RecordForm>
  );
}

/** The server's rules, over what the draft becomes. */
function schemaOf(post: AdminPost | undefined) {
  return {
    safeParse: (draft: unknown) => postFieldsSchema.safeParse(fieldsOf(draft as PostDraft, post)),
  };
}
