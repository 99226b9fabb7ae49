import { useRouter } from '@tanstack/react-router';
import { type FormEvent, useState } from 'react';

import { broughtRecordsReturnDays, type CompanyRight } from '~/contract/companies/companies';
import type { CompanyMember, OwnCompany } from '~/contract/companies/companies-schema';
import type { SendCodeAnswer } from '~/contract/identity/identity';
import type { CurrentUser } from '~/contract/identity/identity-schema';
import { fieldErrorsOf } from '~/web/lib/api-error';
import { useMutation, useSuspenseQuery } from '~/web/lib/queries';
import { useRefresh } from '~/web/shell/live';
import { Button } from '~/web/ui/button';
import { failureToast } from '~/web/ui/failure-toast';
import { TextField } from '~/web/ui/field';
import { toast } from '~/web/ui/toast-store';
import { CodeForm } from './code-form';
import styles from './page-account.module.css';

const labels: Record<CompanyRight, string> = {
  requests: 'Requests',
  invoices: 'Proposals and invoices',
};

const rightsInWords = (rights: readonly CompanyRight[]): string =>
  rights.map((right) => labels[right].toLowerCase()).join(', ') || 'nothing yet';

/**
 * Shows the client's company, its members for a manager, and invitations. Renders nothing without a company or an
 * invitation.
 */
export function CompanyPart({ viewer }: { viewer: CurrentUser }) {
  const { api } = useRouter().options.context;
  const { data } = useSuspenseQuery(api.companies.mine.queryOptions());
  const { company, invitations } = data;
  if (!company && invitations.length === 0) return null;
  return (
    <section className={styles.part} aria-labelledby="company-title">
      <div>
        <h2 id="company-title" className={styles.heading}>
          Your company
        </h2>
        <p className={styles.note}>
          {company
            ? `You are in ${company.name} and see its ${rightsInWords(company.rights)}.`
            : 'You have an invitation.'}
        </p>
      </div>
      <div className={styles.stack}>
        {invitations.map((invitation) => (
          <Invitation key={invitation.id} email={viewer.email} {...invitation} />
        ))}
        {company?.isManager && <People viewer={viewer} company={company} />}
        {company && <Leave viewer={viewer} company={company} />}
      </div>
    </section>
  );
}

/** Returns the callbacks of a change to the company: they show the response, and refetch affected queries. */
function useChanged(done: string) {
  const { api } = useRouter().options.context;
  const refresh = useRefresh();
  return {
    onSuccess: (mine: OwnCompany) => {
      api.companies.mine.setData(undefined, mine);
      toast({ title: 'Company', description: done });
      void refresh();
    },
    onError: (error: unknown) => failureToast(error, 'Something went wrong. Please try again.'),
  };
}

function Invitation(props: OwnCompany['invitations'][number] & { email: string }) {
  const { id, company, invitedBy, rights, email } = props;
  const { api, client } = useRouter().options.context;
  const [sent, setSent] = useState<SendCodeAnswer>();
  const joined = useChanged(`You joined ${company}.`);
  const send = useMutation({
    ...api.companies.sendCode.mutationOptions(),
    onSuccess: setSent,
    onError: (error: unknown) => failureToast(error, 'Failed to send the code. Please try again.'),
  });
  const decline = useMutation({
    ...api.companies.decline.mutationOptions(),
    ...useChanged('The invitation was declined.'),
  });
  const isPending = send.isPending || decline.isPending;
  return (
    <div className={styles.invitation}>
      <p>
        <b>{invitedBy}</b> invites you to <b>{company}</b>. You’ll see its {rightsInWords(rights)}.
        Your requests, proposals and invoices will belong to {company}. If you leave within{' '}
        {broughtRecordsReturnDays} days, you take them with you; after that, they stay.
      </p>
      {sent ? (
        <CodeForm
          title={`Join ${company}`}
          email={email}
          demoCode={sent.demoCode}
          label={`Join ${company}`}
          send={async (otp) => joined.onSuccess(await client.companies.accept.mutate({ id, otp }))}
          onCancel={() => setSent(undefined)}
        />
      ) : (
        <div className={styles.actions}>
          <Button size="sm" disabled={isPending} onClick={() => send.mutate()}>
            {send.isPending ? 'Sending...' : 'Send a code to join'}
          </Button>
          <Button
            size="sm"
            variant="outline"
            disabled={isPending}
            onClick={() => decline.mutate({ id })}
          >
            Decline
          </Button>
        </div>
      )}
    </div>
  );
}

function People(props: { viewer: CurrentUser; company: NonNullable<OwnCompany['company']> }) {
  const { viewer, company } = props;
  const { api } = useRouter().options.context;
  const revoke = useMutation({
    ...api.companies.revokeInvitation.mutationOptions(),
    ...useChanged('The invitation was withdrawn.'),
  });
  return (
    <div>
      <ul aria-label="People">
        {company.people.map((member) => (
          <Person key={member.clientId} member={member} isMe={member.clientId === viewer.id} />
        ))}
        {company.invitations.map((invitation) => (
          <li key={invitation.id} className={styles.session}>
            <div>
              <p className={styles.device}>{invitation.email}</p>
              <p>Pending invitation: {rightsInWords(invitation.rights)}</p>
            </div>
            <Button
              size="sm"
              variant="outline"
              disabled={revoke.isPending}
              onClick={() => revoke.mutate({ id: invitation.id })}
            >
              Withdraw
            </Button>
          </li>
        ))}
      </ul>
      <Invite />
    </div>
  );
}

function Person({ member, isMe }: { member: CompanyMember; isMe: boolean }) {
  const { api } = useRouter().options.context;
  const [isAsking, setAsking] = useState(false);
  const setRights = useMutation({
    ...api.companies.setRights.mutationOptions(),
    ...useChanged('The rights were changed.'),
  });
  const remove = useMutation({
    ...api.companies.removeMember.mutationOptions(),
    ...useChanged(`${member.name} was removed.`),
  });
  const { clientId, rights, isManager } = member;
  const change = (right: CompanyRight, isOn: boolean) => {
    const others = rights.filter((one) => one !== right);
    setRights.mutate({ clientId, isManager, rights: isOn ? [...others, right] : others });
  };
  return (
    <li className={styles.session}>
      <div>
        <p className={styles.device}>
          {member.name}
          {isMe ? ' (you)' : ''}
        </p>
        <p>
          {member.email}
          {isManager ? ', manager' : ''}
        </p>
        <RightChoices
          of={member.name}
          rights={rights}
          disabled={setRights.isPending}
          onChange={change}
        />
      </div>
      {!isMe &&
        (isAsking ? (
          <div className={styles.actions}>
            <Button
              size="sm"
              disabled={remove.isPending}
              onClick={() => remove.mutate({ clientId })}
            >
              Remove
            </Button>
            <Button size="sm" variant="outline" onClick={() => setAsking(false)}>
              Cancel
            </Button>
          </div>
        ) : (
          <Button size="sm" variant="outline" onClick={() => setAsking(true)}>
            Remove
          </Button>
        ))}
    </li>
  );
}

function RightChoices(props: {
  of: string;
  rights: readonly CompanyRight[];
  disabled?: boolean;
  onChange(right: CompanyRight, isOn: boolean): void;
}) {
  return (
    <fieldset className={styles.rights} disabled={props.disabled}>
      <legend className="visually-hidden">What {props.of} can see</legend>
      {Object.entries(labels).map(([right, label]) => (
        <label key={right}>
          <input
            type="checkbox"
            checked={props.rights.includes(right as CompanyRight)}
            onChange={(event) => props.onChange(right as CompanyRight, event.target.checked)}
          />
          {label}
        </label>
      ))}
    </fieldset>
  );
}

function Invite() {
  const { api } = useRouter().options.context;
  const [rights, setRights] = useState<CompanyRight[]>(['requests', 'invoices']);
  const [error, setError] = useState<string>();
  const changed = useChanged('Invitation sent.');
  const invite = useMutation({
    ...api.companies.invite.mutationOptions(),
    onSuccess: (mine: OwnCompany) => changed.onSuccess(mine),
    onError: (failure: unknown) => {
      const { email } = fieldErrorsOf(failure);
      setError(email);
      if (!email) changed.onError(failure);
    },
  });
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const form = event.currentTarget;
    const email = String(new FormData(form).get('email') ?? '').trim();
    setError(undefined);
    invite.mutate({ email, rights }, { onSuccess: () => form.reset() });
  };
  return (
    <form
      className={`${styles.form} ${styles.invite}`}
      aria-label="Invite a colleague"
      onSubmit={submit}
      noValidate
    >
      <TextField
        name="email"
        label="Invite a colleague"
        type="email"
        placeholder="name@example.com"
        hint="We email an invitation. They accept it on their account page."
        error={error}
      />
      <RightChoices
        of="your colleague"
        rights={rights}
        onChange={(right, isOn) =>
          setRights((before) => {
            const others = before.filter((one) => one !== right);
            return isOn ? [...others, right] : others;
          })
        }
      />
      <Button type="submit" variant="outline" disabled={invite.isPending}>
        {invite.isPending ? 'Sending...' : 'Send invitation'}
      </Button>
    </form>
  );
}

/**
 * Button for leaving a company, with a confirmation. The records stay with the company, except those that a new member has
 * just brought.
 */
function Leave(props: { viewer: CurrentUser; company: NonNullable<OwnCompany['company']> }) {
  const { viewer, company } = props;
  const { name } = company;
  const { api } = useRouter().options.context;
  const [isAsking, setAsking] = useState(false);
  const leave = useMutation({
    ...api.companies.removeMember.mutationOptions(),
    ...useChanged(`You left ${name}.`),
  });
  if (!isAsking) {
    return (
      <div>
        <Button variant="link" onClick={() => setAsking(true)}>
          Leave {name}
        </Button>
      </div>
    );
  }
  return (
    <div className={styles.invitation}>
      <p>
        {company.leavesWithBrought
          ? `The requests and documents that you brought to ${name} will be yours again. You will no longer see its others.`
          : `Requests and documents stay with ${name}, including yours. You will no longer see them.`}
      </p>
      <div className={styles.actions}>
        <Button
          size="sm"
          disabled={leave.isPending}
          onClick={() => leave.mutate({ clientId: viewer.id })}
        >
          Leave {name}
        </Button>
        <Button size="sm" variant="outline" onClick={() => setAsking(false)}>
          Cancel
        </Button>
      </div>
    </div>
  );
}
