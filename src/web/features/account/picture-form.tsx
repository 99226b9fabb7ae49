import { useRouter } from '@tanstack/react-router';
import { type ChangeEvent, useRef } from 'react';

import type { CurrentUser } from '~/contract/identity/identity-schema';
import { useMutation } from '~/web/lib/queries';
import { Button } from '~/web/ui/button';
import { FlightMark } from '~/web/ui/flight-mark-svg';
import { outcome } from '~/web/ui/outcome';
import { Picture } from '~/web/ui/picture';
import styles from './page-account.module.css';
import { smallSquare } from './small-square';

export function PictureForm({ viewer }: { viewer: CurrentUser }) {
  const { api, client } = useRouter().options.context;
  const input = useRef<HTMLInputElement>(null);

  const change = useMutation({
    mutationFn: async (file: File | null) =>
      client.identity.changePicture.mutate(file && { dataUrl: await smallSquare(file) }),
    ...outcome<CurrentUser, File | null>({
      done: (_, file) => ({
        title: 'Profile saved',
        description: file ? 'Your picture was changed.' : 'Your picture was removed.',
      }),
      onDone: (user) => api.identity.viewer.setData(undefined, user),
      failed: 'We can’t read this picture. Please use a JPEG, PNG or WebP file.',
    }),
  });

  const onFile = (event: ChangeEvent<HTMLInputElement>) => {
    const [file] = event.target.files ?? [];
    event.target.value = '';
    if (file) change.mutate(file);
  };

  return (
    <div className={styles.picture}>
      {viewer.profileImageUrl ? (
        <Picture
          url={viewer.profileImageUrl}
          alt="Your picture"
          sizes="6rem"
          className={styles.face}
          fallbackSize={{ width: 96, height: 96 }}
        />
      ) : (
        <FlightMark seed={viewer.id} kind="avatar" className={styles.face} />
      )}
      <div className={styles.actions}>
        <input
          ref={input}
          type="file"
          accept="image/png,image/jpeg,image/webp"
          hidden
          aria-label="Picture file"
          onChange={onFile}
        />
        <Button
          variant="outline"
          disabled={change.isPending}
          onClick={() => input.current?.click()}
        >
          {viewer.profileImageUrl ? 'Change picture' : 'Add a picture'}
        </Button>
        {viewer.profileImageUrl && (
          <Button variant="ghost" disabled={change.isPending} onClick={() => change.mutate(null)}>
            Remove
          </Button>
        )}
      </div>
    </div>
  );
}
