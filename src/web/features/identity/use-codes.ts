import { useRouter } from '@tanstack/react-router';
import { useState } from 'react';

import type { SignInPurpose } from '~/contract/identity/identity';
import { errorReasonOf, retryAfterOf } from '~/web/lib/api-error';
import { useCountdown } from '~/web/lib/use-countdown';
import { toast } from '~/web/ui/toast-store';
import {
  awaitedCode,
  forgetCodes,
  lastCode,
  leaveCode,
  readyAtOf,
  rememberCode,
  type SentCode,
} from './sent-codes';

/** Sends codes, and counts down the seconds until another one can be requested. */
export function useCodes(purpose: SignInPurpose) {
  const { client } = useRouter().options.context;
  const [demoCode, setDemoCode] = useState<string>();
  const [isByLink, setByLink] = useState(false);
  const [readyAt, setReadyAt] = useState(0);
  const wait = useCountdown(readyAt);

  const show = (sent: SentCode) => {
    setReadyAt(readyAtOf(sent));
    setDemoCode(sent.demoCode);
    setByLink(sent.byLink ?? false);
  };

  const send = async (email: string, title: 'OTP Sent' | 'OTP Resent'): Promise<void> => {
    const answer = await client.identity.sendCode.mutate({ email, type: purpose });
    const sent = { email, sentAt: Date.now(), demoCode: answer.demoCode, byLink: answer.byLink };
    rememberCode(purpose, sent);
    show(sent);
    if (answer.demoCode) {
      toast({
        title: 'Demo OTP Ready',
        description: `No email is sent in demo mode. Use the code ${answer.demoCode}.`,
      });
    } else {
      toast({ title, description: `Check your inbox at ${email}.` });
    }
  };

  return {
    demoCode,
    isByLink,
    /** Seconds until another code can be requested. */
    wait,

    /** Requests a code, unless one that was sent recently is still valid. */
    async ask(email: string): Promise<void> {
      const sent = lastCode(purpose, email);
      if (sent) {
        rememberCode(purpose, { ...sent, isLeft: undefined });
        show(sent);
      } else await send(email, 'OTP Sent');
    },

    /** Returns the email whose code this tab was waiting for before a reload. */
    resume(): string | undefined {
      const sent = awaitedCode(purpose);
      if (sent) show(sent);
      return sent?.email;
    },

    /** Goes back to the previous step. */
    leave: () => leaveCode(purpose),

    resend: (email: string) => send(email, 'OTP Resent'),

    /** Removes a used code. */
    forget: () => forgetCodes(purpose),

    failed(error: unknown, fallback: string): void {
      const seconds = retryAfterOf(error);
      if (seconds) setReadyAt(Date.now() + seconds * 1000);
      toast({
        title: 'Error',
        description: errorReasonOf(error) ?? fallback,
        variant: 'destructive',
      });
    },
  };
}
