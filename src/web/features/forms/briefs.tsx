import { useRouter } from '@tanstack/react-router';
import { useEffect, useId, useState } from 'react';

import type { PublicForm } from '~/contract/forms/forms-schema';
import { useQuery } from '~/web/lib/queries';
import { useRefresh } from '~/web/shell/live';
import { FormToFill } from './own-form';
import styles from './own-form.module.css';

const lead = 'Answer a few more questions so we can start right away. You can also do this later.';

/** Brief of a service, shown once a quote for it has been sent with an idempotency key. */
export function QuoteBrief({ formId, quoteKey }: { formId: number; quoteKey: string }) {
  const { client } = useRouter().options.context;
  const [form, setForm] = useState<PublicForm | null>(null);
  useEffect(() => {
    client.formAnswers.quoteBrief.query({ id: formId }).then(setForm, () => {
      // Ignores a failure: the quote has already been sent, and the brief is optional.
    });
  }, [client, formId]);
  return (
    form && (
      <Brief
        form={form}
        draftName={`brief-${formId}`}
        send={(answers) =>
          client.formAnswers.sendQuoteBrief.mutate({ id: formId, answers, quoteKey })
        }
      />
    )
  );
}

/** Brief of a request, shown until its client has filled it in. The answers are then in the thread. */
export function RequestBrief({ requestId }: { requestId: number }) {
  const { api, client } = useRouter().options.context;
  const refresh = useRefresh();
  const { data } = useQuery(api.formAnswers.requestBrief.queryOptions({ id: requestId }));
  return (
    data && (
      <Brief
        key={requestId}
        form={data}
        draftName={`brief-of-request-${requestId}`}
        send={async (answers) => {
          await client.formAnswers.sendRequestBrief.mutate({ id: requestId, answers });
          await refresh();
        }}
      />
    )
  );
}

function Brief(props: {
  form: PublicForm;
  draftName: string;
  send(answers: Record<string, unknown>): Promise<unknown>;
}) {
  const id = useId();
  const [isSent, setSent] = useState(false);
  const { form } = props;
  if (isSent) {
    return (
      <p ref={(text) => text?.focus()} tabIndex={-1} role="status" className={styles.sent}>
        {form.confirmation || 'Thank you. We added your answers to your request.'}
      </p>
    );
  }
  return (
    <section className={styles.brief} aria-labelledby={id}>
      <h2 id={id} className={styles.title}>
        {form.name}
      </h2>
      <p className={styles.note}>{lead}</p>
      <FormToFill {...props} onSent={() => setSent(true)} />
    </section>
  );
}
