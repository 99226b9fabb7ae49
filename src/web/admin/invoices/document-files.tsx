import { Anchor, List, Stack, Text, Title } from '@mantine/core';
import { Link } from '@tanstack/react-router';

import type { EInvoice } from '~/contract/invoices/invoices-schema';

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

/**
 * Links to a document as PDF and as XML according to EN 16931, or a list of the data that the XML
 * lacks.
 */
export function DocumentFiles({ path, eInvoice }: { path: string; eInvoice: EInvoice }) {
  const link = (end: string, label: string) => (
    <Anchor key={end} href={`/api/admin/${path}/${end}`} download fz="sm">
      {label}
    </Anchor>
  );
  return (
    <section aria-labelledby="files-title">
      <Title order={3} id="files-title" mb="xs">
        Files
      </Title>
      <Stack gap={6} align="flex-start">
        {link('pdf', 'Download PDF')}
        {eInvoice.valid ? (
          eInvoice.syntaxes.map((syntax) =>
            link(`xml?syntax=${syntax}`, `Download ${names[syntax]} (e-invoice)`),
          )
        ) : (
          <>
            <Text fz="sm">E-invoice not available. Missing when it was issued:</Text>
            <MissingData eInvoice={eInvoice} />
          </>
        )}
      </Stack>
    </section>
  );
}
