import { Anchor, Group, List, Stack, Text, Title } from '@mantine/core';
import { Link } from '@tanstack/react-router';

import type { AdminInvoice, EInvoice } from '~/contract/invoices/invoices-schema';

const names = { cii: 'CII', ubl: 'UBL' };

/** Lists data that is missing for a structured invoice, each with a link to the place where it is entered. */
export function MissingData({ eInvoice }: { eInvoice: EInvoice }) {
  if (eInvoice.valid) return null;
  return (
    <List fz="sm" spacing={2}>
      {eInvoice.missing.map(({ path, message }) => (
        <List.Item key={`${path} ${message}`}>
          {path.startsWith('seller') ? (
            <>
              {message}:{' '}
              <Link to="/admin" search={{ section: 'settings', tab: 'sales' }}>
                enter it in Settings
              </Link>
            </>
          ) : (
            message
          )}
        </List.Item>
      ))}
    </List>
  );
}

/** Link to the invoice as XML by EN 16931, or a list of what is missing for it. */
export function StructuredInvoice({ invoice }: { invoice: AdminInvoice }) {
  const { eInvoice, id } = invoice;
  return (
    <div>
      <Title order={3} mb="sm">
        E-invoice
      </Title>
      {eInvoice.valid ? (
        <Stack gap={4}>
          <Text fz="sm">Accounting software can read it (EN 16931), also from the PDF.</Text>
          <Group gap="md">
            {eInvoice.syntaxes.map((syntax) => (
              <Anchor
                key={syntax}
                href={`/api/admin/invoices/${id}/xml?syntax=${syntax}`}
                download
                fz="sm"
              >
                Download {names[syntax]}
              </Anchor>
            ))}
          </Group>
        </Stack>
      ) : (
        <Stack gap={4}>
          <Text fz="sm">Not available. Missing when the invoice was issued:</Text>
          <MissingData eInvoice={eInvoice} />
        </Stack>
      )}
    </div>
  );
}
