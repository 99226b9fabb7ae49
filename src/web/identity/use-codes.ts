import { useRouter } from '@tanstack/react-router';
import { useEffect, useState } from 'react';

import { type CodePurpose, resendSeconds } from '~/contract/identity';
import { refusalMessageOf, retryAfterOf } from '~/web/lib/api-error';
import { toast } from '~/web/ui/toast-store';

/** Sends codes, and counts down to when another may be asked for. */
export function useCodes(purpose: CodePurpose) {
  const { client } = useRouter().options.context;
  const [demoCode, setDemoCode] = useState<string>();
  const [readyAt, setReadyAt] = useState(0);
  const [now, setNow] = useState(0);
  const wait = Math.max(0, Math.ceil((readyAt - now) / 1000));

  useEffect(() => {
    if (wait === 0) return;
    const timer = setInterval(() => setNow(Date.now()), 1000);
    return () => clearInterval(timer);
  }, [wait]);

  const waitFor = (seconds: number) => {
    setNow(Date.now());
    setReadyAt(Date.now() + seconds * 1000);
  };

  return {
    demoCode,
    /** Seconds until another code can be asked for. */
    wait,

    async send(email: string, title: 'OTP Sent' | 'OTP Resent'): Promise<void> {
      const answer = await client.identity.sendCode.mutate({ email, type: purpose });
      waitFor(resendSeconds);
      setDemoCode(answer.demoCode);
      if (answer.demoCode) {
        toast({
          title: 'Demo OTP Ready',
          description: `No mail is sent in demo mode. Use the code ${answer.demoCode}.`,
        });
      } else {
        toast({ title, description: `Look into the mailbox of ${email}.` });
      }
    },

    failed(error: unknown, fallback: string): void {
      const seconds = retryAfterOf(error);
      if (seconds) waitFor(seconds);
      toast({
        title: 'Error',
        description: refusalMessageOf(error) ?? fallback,
        variant: 'destructive',
      });
    },
  };
}
