import { getRouteApi, Link, useRouter } from '@tanstack/react-router';
import { useState } from 'react';

import type { SignInProblem } from '~/contract/identity/identity';
import type { SignInFields } from '~/contract/identity/identity-schema';
import { signInProblemTexts } from '~/contract/identity/sign-in-problems';
import { useForm } from '~/web/lib/use-form';
import { EmailField } from '~/web/ui/person-fields';
import { SubmitButton } from '~/web/ui/submit-button';
import { AcceptTerms, AuthPanel } from './auth-panel';
import styles from './auth-panel.module.css';
import { CodeStep } from './code-step.lazy';
import { LinkStep } from './link-step';
import { useMailedLink } from './mailed-link';
import { OtherWays } from './other-ways';
import { useCodes } from './use-codes';
import { useEnter } from './use-enter';
import { useResumed } from './use-resumed';

const loadSchema = () =>
  Promise.all([import('~/contract/identity/identity-schema'), CodeStep.preload?.()]).then(
    ([module]) => module.signInFormSchema,
  );

const route = getRouteApi('/auth/signin');

export function PageSignIn() {
  const { next, problem } = route.useSearch();
  const { client } = useRouter().options.context;
  const codes = useCodes('signin');
  const enter = useEnter(next);
  const link = useMailedLink();
  const [email, setEmail] = useState('');
  const [step, setStep] = useState<'email' | 'code'>('email');
  useResumed(codes, (address) => {
    setEmail(address);
    setStep('code');
  });

  if (link) {
    return (
      <LinkStep
        email={link.email}
        onConfirmed={async () => {
          const { user } = await client.identity.verifyCode.mutate(link);
          codes.forget();
          await enter(user, 'Signed in');
        }}
      />
    );
  }
  if (step === 'code') {
    return (
      <CodeStep
        email={email}
        codes={codes}
        submitLabel="Verify & Sign In"
        backLabel="Back to Email"
        demoNote={
          <p className={styles.demoNote}>
            This only works with an account. No account yet?{' '}
            <Link to="/auth/signup" search={next ? { next } : {}}>
              Sign up
            </Link>
            .
          </p>
        }
        onBack={() => {
          codes.leave();
          setStep('email');
        }}
        onCode={async (otp) => {
          const { user } = await client.identity.verifyCode.mutate({ email, otp });
          codes.forget();
          await enter(user, 'Signed in');
        }}
      />
    );
  }
  return (
    <EmailStep
      email={email}
      next={next}
      problem={problem}
      onEmail={async (given) => {
        await codes.ask(given);
        setEmail(given);
        setStep('code');
      }}
      onFailed={codes.failed}
    />
  );
}

function EmailStep(props: {
  email: string;
  next: string | undefined;
  problem: SignInProblem | undefined;
  onEmail(email: string): Promise<void>;
  onFailed(error: unknown, fallback: string): void;
}) {
  const form = useForm<SignInFields>({
    loadSchema,
    send: ({ email }) => props.onEmail(email),
    onFailed: (error) => {
      props.onFailed(error, 'Failed to send OTP. Please try again.');
      return undefined;
    },
  });
  const { errors, wait } = form;
  return (
    <AuthPanel
      title="Sign In"
      lead="Enter your email and we’ll send you a code. There is no password to remember."
    >
      <form {...form.formProps} className={styles.form} aria-label="Sign In">
        {props.problem && (
          <p role="alert" className={styles.alert}>
            {signInProblemTexts[props.problem]}
          </p>
        )}
        <EmailField
          errors={errors}
          value={props.email}
          // Ends the countdown, because it belongs to the email that the code was sent to.
          onInput={wait.end}
        />
        <SubmitButton form={form} size="lg" label="Continue" pendingLabel="Sending..." />
        <noscript>
          <p className={styles.lead}>Signing in needs JavaScript.</p>
        </noscript>
      </form>
      <OtherWays next={props.next} />
      <p className={styles.small}>
        No account yet?{' '}
        <Link to="/auth/signup" search={props.next ? { next: props.next } : {}}>
          Sign up
        </Link>
        .
      </p>
      <AcceptTerms />
    </AuthPanel>
  );
}
