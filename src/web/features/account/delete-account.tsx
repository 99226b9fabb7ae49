import { useRouter } from '@tanstack/react-router';
import { useState } from 'react';

import type { CurrentUser } from '~/contract/identity/identity-schema';
import { deletionDays } from '~/contract/personal-data/personal-data';
import type { PersonalData } from '~/contract/personal-data/personal-data-schema';
import { formatDate } from '~/web/lib/dates';
import { useMutation } from '~/web/lib/queries';
import { Button } from '~/web/ui/button';
import { failureToast } from '~/web/ui/failure-toast';
import { toast } from '~/web/ui/toast-store';
import { CodeForm } from './code-form';
import styles from './page-account.module.css';

type Step = { kind: 'closed' } | { kind: 'asked' } | { kind: 'sent'; demoCode: string | undefined };

/** Button that deletes the account. It asks for a confirmation and a code, because a deletion cannot be undone. */
export function DeleteAccount(props: {
  viewer: CurrentUser;
  companies: PersonalData['companies'];
}) {
  const { viewer, companies } = props;
  const { api, client } = useRouter().options.context;
  const [step, setStep] = useState<Step>({ kind: 'closed' });
  const send = useMutation({
    ...api.personalData.sendCode.mutationOptions(),
    onSuccess: ({ demoCode }) => setStep({ kind: 'sent', demoCode }),
    onError: (error: unknown) => failureToast(error, 'Failed to send the code. Please try again.'),
  });
  if (step.kind === 'closed') {
    return (
      <div>
        <Button variant="link" onClick={() => setStep({ kind: 'asked' })}>
          Delete my account
        </Button>
      </div>
    );
  }
  const close = () => setStep({ kind: 'closed' });
  const confirm = async (otp: string) => {
    const { dueAt } = await client.personalData.delete.mutate({ otp });
    toast({
      title: 'Deletion scheduled',
      description: `We’ll delete your account on ${formatDate(dueAt)}. You can keep it until then.`,
    });
    api.identity.viewer.setData(undefined, { ...viewer, deletionDueAt: dueAt });
    await api.personalData.get.invalidate();
  };
  return (
    <div className={styles.invitation}>
      <p>
        You are signed out now, and your plan ends without another payment. We delete your messages
        and files in {deletionDays} days; until then you can undo this. In your company’s requests,
        your messages stay without your name. We keep invoices, payments and accepted proposals for
        as long as the law requires, and you still owe any unpaid invoices.
      </p>
      {companies.map(({ name, isLastMember }) => (
        <p key={name}>
          {isLastMember
            ? `You are the only member of ${name}: its requests and documents stay with us, but no account will be able to see them.`
            : `You are the only manager of ${name}. Ask us to make a colleague a manager first.`}
        </p>
      ))}
      {step.kind === 'sent' ? (
        <CodeForm
          title="Confirm deletion"
          email={viewer.email}
          demoCode={step.demoCode}
          label="Delete my account"
          send={confirm}
          onCancel={close}
        />
      ) : (
        <div className={styles.actions}>
          <Button variant="destructive" disabled={send.isPending} onClick={() => send.mutate()}>
            {send.isPending ? 'Sending...' : 'Send a code to confirm'}
          </Button>
          <Button variant="outline" onClick={close}>
            Cancel
          </Button>
        </div>
      )}
    </div>
  );
}
