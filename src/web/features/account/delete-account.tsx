import { useRouter } from '@tanstack/react-router';
import { useState } from 'react';

import { codeLength } from '~/contract/identity/identity';
import type { CurrentUser } from '~/contract/identity/identity-schema';
import { deletionDays } from '~/contract/personal-data/personal-data';
import type { PersonalData } from '~/contract/personal-data/personal-data-schema';
import { codeErrors, whereAnswered } from '~/web/lib/code-failure';
import { formatDate } from '~/web/lib/dates';
import { useMutation } from '~/web/lib/queries';
import { useForm } from '~/web/lib/use-form';
import { Button } from '~/web/ui/button';
import { CodeField } from '~/web/ui/code-field';
import { failureToast } from '~/web/ui/failure-toast';
import { SubmitButton } from '~/web/ui/submit-button';
import { toast } from '~/web/ui/toast-store';
import styles from './page-account.module.css';

const invalidCode = 'Invalid OTP. Please try again.';

const loadCodeSchema = () =>
  import('~/contract/identity/identity-schema').then((module) => module.codeFormSchema);

type Step = { kind: 'closed' } | { kind: 'asked' } | { kind: 'sent'; demoCode: string | undefined };

/** Asked twice, and confirmed by a code: what is deleted does not come back. */
export function DeleteAccount(props: {
  viewer: CurrentUser;
  companies: PersonalData['companies'];
}) {
  const { viewer, companies } = props;
  const { api } = useRouter().options.context;
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
        <CodeForm viewer={viewer} demoCode={step.demoCode} onCancel={close} />
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

function CodeForm(props: { viewer: CurrentUser; demoCode: string | undefined; onCancel(): void }) {
  const { viewer, demoCode, onCancel } = props;
  const { api, client } = useRouter().options.context;
  const form = useForm<{ otp: string }>({
    loadSchema: loadCodeSchema,
    send: async ({ otp }) => {
      const { dueAt } = await client.personalData.delete.mutate({ otp });
      toast({
        title: 'Deletion scheduled',
        description: `We’ll delete your account on ${formatDate(dueAt)}. You can keep it until then.`,
      });
      api.identity.viewer.setData(undefined, { ...viewer, deletionDueAt: dueAt });
      await api.personalData.get.invalidate();
    },
    failureText: (error) => whereAnswered(error, invalidCode),
    onFailed: (error) => codeErrors(error, invalidCode),
  });
  return (
    <form {...form.formProps} className={styles.form} aria-label="Confirm deletion">
      <p className={styles.note}>
        We sent a code of {codeLength} digits to <b>{viewer.email}</b>. It expires in ten minutes.
      </p>
      {demoCode && (
        <p className={styles.note} role="status">
          Demo mode: the code is <b>{demoCode}</b>
        </p>
      )}
      <CodeField name="otp" label="Code" length={codeLength} error={form.errors.otp} />
      <div className={styles.actions}>
        <SubmitButton form={form} label="Delete my account" pendingLabel="Checking..." />
        <Button variant="link" onClick={onCancel}>
          Cancel
        </Button>
      </div>
    </form>
  );
}
