import { Text } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { Link, useRouter } from '@tanstack/react-router';

import type { UserDetail } from '~/contract/admin/admin-schema';
import { formatBytes } from '~/contract/common/bytes';
import { sumsInWords } from '~/contract/common/sums';
import { ClientActivity, ClientPage, sumOf } from '~/web/admin/documents/client-page';
import { CompanyOffer } from '~/web/admin/documents/company-offer';
import { MissingBilling } from '~/web/admin/documents/missing-billing';
import { ClientActions } from '~/web/admin/documents/new-for-client';
import { NoteField, RelatedActivity } from '~/web/admin/leads/related-activity';
import { useCan } from '~/web/admin/shell/use-can';
import { clientName } from '~/web/admin/ui/client-names';
import { RecordEntries } from '~/web/admin/ui/record-entries';
import { RecordPage } from '~/web/admin/ui/record-page';
import { When } from '~/web/admin/ui/when';
import { useQuery } from '~/web/lib/queries';
import { useSettings } from '~/web/shell/settings';
import { AccountMenu } from './account-menu';
import { DeleteDialog, DeletionNotice } from './deletion';
import { PersonForm } from './person-form';

/** Milliseconds between polls while an export is being created. */
const lookEveryMs = 5_000;

/** Page of a client: data, open records, activity and account. */
export function PersonPage({ id }: { id: string }) {
  const { users } = useRouter().options.context.api.admin;
  const query = useQuery(users.get.queryOptions({ id }));
  return (
    <RecordPage list="All users" title="User" query={query}>
      {(detail) => <Person detail={detail} refetch={query.refetch} />}
    </RecordPage>
  );
}

function Person(props: { detail: UserDetail; refetch(): Promise<{ error: unknown }> }) {
  const { detail } = props;
  const { user, company, history, files, signedIn, notes, mails, changes } = detail;
  const { api } = useRouter().options.context;
  const { currency } = useSettings();
  const can = useCan();
  const [isDeleting, deleting] = useDisclosure(false);
  const { data } = useQuery({
    ...api.admin.personalData.get.queryOptions({ id: user.id }),
    refetchInterval: ({ state }) =>
      state.data?.export?.status === 'waiting' ? lookEveryMs : false,
  });
  const isDeleted = user.status === 'deleted';
  const name = clientName(user);
  return (
    <ClientPage
      name={name}
      status={user.status}
      note={
        company && (
          <Link
            to="/admin"
            search={{ section: 'companies', open: company.id }}
            className="row-link"
          >
            {company.name}
          </Link>
        )
      }
      actions={
        !isDeleted && (
          <ClientActions
            payer={user.id}
            requester={{ id: user.id, name }}
            menu={
              data &&
              (can('clients.write') || can('clients.viewAs')) && (
                <AccountMenu user={user} data={data} onDelete={deleting.open} />
              )
            }
          />
        )
      }
      figures={[
        ['Outstanding', sumOf(detail.owed)],
        ['Total paid', sumsInWords(user.spent, currency, user.otherCurrencies)],
        ...(user.plan ? ([['Plan', user.plan]] as [string, string][]) : []),
        ['Since', <When key="since" at={user.createdAt} />],
      ]}
      notices={
        <>
          {data && <DeletionNotice user={user} data={data} />}
          {!isDeleted && <MissingBilling billing={detail.billing} />}
          <CompanyOffer clientId={user.id} />
        </>
      }
      open={detail}
      form={<PersonForm {...props} />}
    >
      <ClientActivity
        entries={history.map((entry) => ({ ...entry, id: Number(entry.id.split(':')[1]) }))}
      />
      <RecordEntries
        title="Files"
        entries={files.map((file) => ({
          key: file.id,
          title: (
            <a href={`/api/files/${file.id}`} download={file.name}>
              <bdi>{file.name}</bdi>
            </a>
          ),
          note: (
            <>
              {formatBytes(file.size)},{' '}
              <Link to="/admin" search={{ section: 'requests', open: file.requestId }}>
                in a request
              </Link>
              , <When at={file.createdAt} />
            </>
          ),
        }))}
      />
      <RecordEntries
        title="Active sessions"
        entries={signedIn.map(({ id, device, lastSeenAt }) => ({
          key: id,
          title: <Text fz="sm">{device}</Text>,
          note: (
            <>
              last seen <When at={lastSeenAt} />
            </>
          ),
        }))}
      />
      <RelatedActivity
        notes={notes}
        mails={mails}
        changes={changes}
        noteField={
          can('clients.write') &&
          !isDeleted && <NoteField id={user.id} addNote={api.admin.users.addNote} />
        }
      />
      {isDeleting && data && <DeleteDialog user={user} data={data} onClose={deleting.close} />}
    </ClientPage>
  );
}
