import { getRouteApi, Link, useRouter } from '@tanstack/react-router';
import { useState } from 'react';

import type { SignUpFields } from '~/contract/identity/identity-schema';
import { dropDraft, loadDraft, saveDraft } from '~/web/lib/draft';
import { useForm } from '~/web/lib/use-form';
import { EmailField, NameFields } from '~/web/ui/person-fields';
import { SubmitButton } from '~/web/ui/submit-button';
import { AcceptTerms, AuthPanel } from './auth-panel';
import styles from './auth-panel.module.css';
import { CodeStep } from './code-step.lazy';
import { useMailedLink } from './mailed-link';
import { OtherWays } from './other-ways';
import { useCodes } from './use-codes';
import { useEnter } from './use-enter';
import { useResumed } from './use-resumed';

const loadSchema = () =>
  Promise.all([import('~/contract/identity/identity-schema'), CodeStep.preload?.()]).then(
    ([module]) => module.signUpFormSchema,
  );

const draftName = 'sign-up';

const nothing: SignUpFields = { firstName: '', lastName: '', email: '' };

const route = getRouteApi('/auth/signup');

export function PageSignUp() {
  const { next } = route.useSearch();
  const { client } = useRouter().options.context;
  const codes = useCodes('signup');
  const enter = useEnter(next);
  const link = useMailedLink();
  const [details, setDetails] = useState(nothing);
  const [step, setStep] = useState<'details' | 'code'>('details');
  useResumed(codes, (email) => {
    const { firstName = '', lastName = '' } = loadDraft(draftName).values;
    if (!firstName) return;
    setDetails({ firstName, lastName, email });
    setStep('code');
  });

  async function signUp(fields: SignUpFields & { otp: string; proof?: string }): Promise<void> {
    const { user, isNew } = await client.identity.signUp.mutate(fields);
    codes.forget();
    dropDraft(draftName);
    if (isNew) await enter(user, 'Account created');
    else await enter(user, 'Signed in', 'You already had an account.');
  }

  if (step === 'code') {
    return (
      <CodeStep
        email={details.email}
        codes={codes}
        submitLabel="Verify & Create Account"
        backLabel="Back to Sign Up"
        onBack={() => {
          codes.leave();
          setStep('details');
        }}
        onCode={(otp) => signUp({ ...details, otp })}
      />
    );
  }
  return (
    <DetailsStep
      key={link?.email ?? ''}
      details={link ? { ...details, email: link.email } : details}
      next={next}
      onDetails={async (given) => {
        // The code of the link is only valid for its email.
        if (link && given.email === link.email) {
          const { otp, proof } = link;
          return signUp({ ...given, otp, proof });
        }
        await codes.ask(given.email);
        setDetails(given);
        // Stores only the names, because the code's own storage contains the email.
        const { firstName, lastName } = given;
        saveDraft(draftName, { values: { firstName, lastName } });
        setStep('code');
      }}
      onFailed={codes.failed}
    />
  );
}

function DetailsStep(props: {
  details: SignUpFields;
  next: string | undefined;
  onDetails(details: SignUpFields): Promise<void>;
  onFailed(error: unknown, fallback: string): void;
}) {
  const { details, next } = props;
  const form = useForm<SignUpFields>({
    loadSchema,
    send: props.onDetails,
    onFailed: (error) => {
      props.onFailed(error, 'Failed to send OTP. Please try again.');
      return undefined;
    },
  });
  const { errors, wait } = form;
  return (
    <AuthPanel
      title="Sign Up"
      lead="Your account shows what we’re working on and what you’ve paid. Signing up takes a minute."
    >
      <form {...form.formProps} className={styles.form} aria-label="Sign Up">
        <div className={styles.row}>
          <NameFields errors={errors} values={details} />
        </div>
        <EmailField
          errors={errors}
          value={details.email}
          // Ends the countdown, because it belongs to the email that the code was sent to.
          onInput={wait.end}
        />
        <SubmitButton form={form} size="lg" label="Create Account" pendingLabel="Sending..." />
        <noscript>
          <p className={styles.lead}>Signing up needs JavaScript.</p>
        </noscript>
      </form>
      <OtherWays next={next} />
      <p className={styles.small}>
        Already have an account?{' '}
        <Link to="/auth/signin" search={next ? { next } : {}}>
          Sign in
        </Link>
        .
      </p>
      <AcceptTerms />
    </AuthPanel>
  );
}
