import { useRouter } from '@tanstack/react-router';
import { type ChangeEvent, useRef, useState } from 'react';

import type { CurrentUser } from '~/contract/identity/identity-schema';
import { errorMessageOf } from '~/web/lib/api-error';
import { Button } from '~/web/ui/button';
import { FlightMark } from '~/web/ui/flight-mark-svg';
import { Picture } from '~/web/ui/picture';
import { toast } from '~/web/ui/toast-store';
import styles from './page-account.module.css';
import { smallSquare } from './small-square';

export function PictureForm({ viewer }: { viewer: CurrentUser }) {
  const { api, client } = useRouter().options.context;
  const input = useRef<HTMLInputElement>(null);
  const [pending, setPending] = useState(false);

  const change = async (picture: () => Promise<{ dataUrl: string } | null>, notice: string) => {
    setPending(true);
    try {
      const user = await client.identity.changePicture.mutate(await picture());
      api.identity.viewer.setData(undefined, user);
      toast({ title: 'Profile Saved', description: notice });
    } catch (error) {
      toast({
        title: 'Error',
        description: errorMessageOf(error) ?? 'This file is not a picture that can be read',
        variant: 'destructive',
      });
    } finally {
      setPending(false);
    }
  };

  const onFile = (event: ChangeEvent<HTMLInputElement>) => {
    const [file] = event.target.files ?? [];
    event.target.value = '';
    if (file) {
      void change(async () => ({ dataUrl: await smallSquare(file) }), 'Your picture was changed.');
    }
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
        <Button variant="outline" disabled={pending} onClick={() => input.current?.click()}>
          {viewer.profileImageUrl ? 'Change picture' : 'Add a picture'}
        </Button>
        {viewer.profileImageUrl && (
          <Button
            variant="ghost"
            disabled={pending}
            onClick={() => change(async () => null, 'Your picture was removed.')}
          >
            Remove
          </Button>
        )}
      </div>
    </div>
  );
}
