import { readFile } from 'node:fs/promises';

import { describe, expect, it } from 'vitest';

import { searchResultsMax } from '~/contract/admin/search';
import { columnsMax, divisionMax, entriesMax, statementBytesMax } from '~/contract/bank/bank';
import { textMax as pageTextMax } from '~/contract/built-in-pages/text-names';
import {
  batchLimit,
  bodyLimitBytes,
  listMax,
  textMax,
  timelineMax,
  uploadLimitBytes,
} from '~/contract/common/limits';
import { pictureLimits } from '~/contract/common/media';
import {
  defaultQuotaMb,
  fileBytesMax,
  filesOfMessageMax,
  imagePixelsMax,
} from '~/contract/files/files';
import { apiKeysMax } from '~/contract/identity/api-keys';
import { clientViewMinutes } from '~/contract/identity/identity';
import { importRowsMax } from '~/contract/imports/imports-schema';
import { utmMax, visitHostMax, visitPageMax } from '~/contract/leads/came-from-schema';
import { emailSubjectMax, emailTextMax } from '~/contract/mail/email-templates-schema';
import { exportBytesMax } from '~/contract/personal-data/personal-data';
import { proposalTemplatesMax } from '~/contract/proposals/templates-schema';
import {
  previewMax,
  proposedChangesMax,
} from '~/contract/proposed-changes/proposed-changes-schema';
import { logoMax, settingMax } from '~/contract/settings/settings-form-schema';
import { messageMax, messagesPageMax, messagesPageSize } from '~/contract/threads/threads';
import { deliverySeconds, storedAnswerBytes, webhooksMax } from '~/contract/webhooks/events';
import { bookingMs } from './features/bank/import-statement';
import { xmlLimits } from './features/bank/reading/camt';
import { statementReading } from './features/bank/reading/read-statement';
import { tableCellsMax } from './features/content/blog/limit-tables';
import { documentsWaitingMax } from './features/documents/pdf/pdfs';
import { layoutLimits } from './features/documents/pdf/worker-renderer';
import { unclaimedMbMax, unclaimedShare } from './features/files/claimed';
import { lostMsMax } from './features/imports/convert-html';
import { copyLimits } from './features/imports/copy-pictures';
import { storingMs } from './features/imports/imports.service';
import { candidatesMax } from './features/search/records';
import { dayLimits } from './features/traffic/store';
import { talliedMax } from './features/traffic/tally';
import { reportsMax, reportsPerMs } from './features/traffic/traffic.service';
import { admissionLimits } from './http/admission/admission';
import { bodyMemoryMax } from './http/admission/bodies';
import { connectionLimits } from './http/admission/connections';
import { slowLimits } from './http/admission/slow-uploads';
import { streamLimits } from './http/admission/streams';
import { listen } from './listen';
import { readsRoom, responsesRoom } from './platform/cache/response-cache';
import { statementTimeoutMs } from './platform/db/client';
import { queueMax } from './platform/db/pool';
import { conversionLimits } from './platform/markdown/html-to-markdown';
import { drawingMs, drawingsWaitingMax } from './platform/media/draw-svg';
import { fetchLimits } from './platform/media/fetch-picture';
import { waitingMax } from './platform/media/image-queue';
import { inWords, limits, type RateLimitName } from './platform/rate-limit/rate-limits';

describe('docs/limits.md', () => {
  const rowsOf = async () =>
    (await readFile('docs/limits.md', 'utf8')).split('\n').filter((line) => line.startsWith('| '));

  it('has a row for each limiter, with its number', async () => {
    const rows = await rowsOf();
    const told = rows.filter((row) => row.startsWith('| `'));
    const expected = (Object.keys(limits) as RateLimitName[]).map((name) => {
      const { points, seconds } = limits[name];
      return `| \`${name}\` | ${points} in ${inWords(seconds)} |`;
    });
    expect(told.map((row) => row.split('|').slice(0, 3).join('|').concat('|'))).toEqual(expected);
  });

  const mebibytes = (bytes: number) => `${count(bytes / 1024 / 1024)} MiB`;
  const count = (n: number) => n.toLocaleString('en');
  it.each([
    ['a bank statement', `${statementBytesMax / 1_000_000} MB`],
    ['entries of a bank statement', count(entriesMax)],
    ['invoices that an entry is divided over', count(divisionMax)],
    ['columns of a bank statement as CSV', count(columnsMax)],
    ['nesting of a bank statement in XML', count(xmlLimits.depth)],
    ['a text in a bank statement in XML', `${count(xmlLimits.textMax)} characters`],
    ['booking certain matches of a bank statement', `${bookingMs / 1000} s`],
    [
      'reading a bank statement, in a thread',
      `${statementReading.ms / 1000} s, ${statementReading.heapMb} MB`,
    ],
    ['delivering an event to a webhook', `${deliverySeconds} s`],
    ['webhooks', count(webhooksMax)],
    ['stored answer of a webhook', `${count(storedAnswerBytes)} bytes`],
    ['open connections', count(connectionLimits.max)],
    ['open connections from one network', count(connectionLimits.perNetwork)],
    ['time until the headers of a request have arrived', `${connectionLimits.headersMs / 1000} s`],
    ['time until a whole request has arrived', `${connectionLimits.requestMs / 1000} s`],
    ['requests that are answered at a time', count(admissionLimits.inFlight)],
    [
      'requests that wait',
      `${count(admissionLimits.waiting)}, each ${admissionLimits.waitMs / 1000} s`,
    ],
    ['a connection without any transfer', `${connectionLimits.stalledMs / 1000} s`],
    ['requests of one connection that wait', count(connectionLimits.pipelined)],
    [
      `pieces of a body \\(chunks, packets\\), of more than ${connectionLimits.pieces}`,
      `${connectionLimits.pieceBytes} bytes on average`,
    ],
    ['open event streams of one session', count(streamLimits.perSession)],
    ['open event streams in all', count(streamLimits.max)],
    ['time until a whole upload has arrived', `${connectionLimits.uploadMs / 60_000} minutes`],
    [
      'a connection without a request',
      `${connectionLimits.idleMs / 1000} s, ${connectionLimits.proxyIdleMs / 1000} s behind a proxy`,
    ],
    [
      'fetching a picture of an import',
      `${fetchLimits.ms / 1000} s, ${mebibytes(fetchLimits.bytes)}, ${fetchLimits.redirects} redirects`,
    ],
    [
      'pictures that an import copies',
      `${copyLimits.ofEntry} of an entry, ${count(copyLimits.ofFile)} of a file`,
    ],
    ['storing rows of an import', `${storingMs / 1000} s`],
    ['an admin’s view of the site as a client', `${clientViewMinutes} minutes`],
    ['queries that wait for a connection', count(queueMax)],
    ['one statement', `${statementTimeoutMs / 1000} s`],
    ['body of a request', `${bodyLimitBytes / 1024} KiB`],
    ['all bodies that have not arrived yet', mebibytes(bodyMemoryMax)],
    ['body of an upload', mebibytes(uploadLimitBytes)],
    ['a file of a message', mebibytes(fileBytesMax)],
    ['files in an export of a client', mebibytes(exportBytesMax)],
    ['files of a message', count(filesOfMessageMax)],
    ['what visitors have uploaded with forms and not sent', `${count(unclaimedMbMax)} MiB`],
    ['uploads of visitors that were not sent, of one network', `1/${1 / unclaimedShare}`],
    [
      'a file that a visitor sends with a form',
      `${slowLimits.bytes / 1024} KiB in each ${slowLimits.everyMs / 1000} s`,
    ],
    ['results of the panel.s search', count(searchResultsMax)],
    [
      'matches of a word in one kind of record that the panel.s search sorts',
      `about ${count(candidatesMax)}`,
    ],
    ['pixels of an image in a message', count(imagePixelsMax)],
    ['all files of a client', `${count(defaultQuotaMb)} MiB`],
    ['table cells of a Markdown text, all tables together', count(tableCellsMax)],
    ['text of a message', `${count(messageMax)} characters`],
    ['subject and heading of an email to clients', `${emailSubjectMax} characters each`],
    ['text of an email to clients', `${count(emailTextMax)} characters`],
    ['messages of a page of a thread', `${messagesPageSize}, ${messagesPageMax} at most`],
    [
      'page views that an instance counts before it stores them, every 5 s',
      `${count(talliedMax)} sums`,
    ],
    ['referring hosts that are counted in a day', count(dayLimits.hosts)],
    ['sources that are counted in a day', count(dayLimits.sources)],
    ['pages that are counted in a day', count(dayLimits.pages)],
    ['sums of page views in a day', `${count(dayLimits.rows)}, and those of \`other\``],
    ['referring host of a lead', `${count(visitHostMax)} characters`],
    ['each campaign parameter of a lead', `${count(utmMax)} characters`],
    ['first page of a lead', `${count(visitPageMax)} characters`],
    ['calls in a tRPC batch', count(batchLimit)],
    ['rows of a list', count(listMax)],
    ['events of a timeline', count(timelineMax)],
    ['templates of proposals', count(proposalTemplatesMax)],
    ['API keys', count(apiKeysMax)],
    ['changes of an API key that wait for a person', count(proposedChangesMax)],
    [
      'text of a change of an API key that waits for a person, with its record',
      `${count(previewMax)} characters`,
    ],
    ['text in a form', `${count(textMax)} characters`],
    ['rows of an import', count(importRowsMax)],
    ['a setting', `${count(settingMax)} characters of JSON`],
    ['a logo and its icon', `${count(logoMax)} characters of JSON`],
    [
      'texts of a page',
      `${pageTextMax('label')} characters for a name in the navigation, ${pageTextMax('quoteButton')} for a button, ${pageTextMax('title')} for a heading, ${pageTextMax('lead')} for a text`,
    ],
    ['pixels of a profile picture', count(pictureLimits.avatar.pixels)],
    ['pixels of a picture for the site', count(pictureLimits.content.pixels)],
    [
      'cached pages and REST responses',
      `${mebibytes(responsesRoom.bytes)}, ${count(responsesRoom.entries)} responses`,
    ],
    ['cached public reads', `${mebibytes(readsRoom.bytes)}, ${count(readsRoom.entries)} results`],
    ['pictures that wait', count(waitingMax)],
    ['SVGs that wait', count(drawingsWaitingMax)],
    ['drawing an SVG', `${drawingMs / 1000} s`],
    ['PDFs that wait', count(documentsWaitingMax)],
    [
      'HTML of an imported text that becomes Markdown',
      `${conversionLimits.ms / 1000} s, ${conversionLimits.heapMb} MB`,
    ],
    ['converting texts of an imported file that fail, together', `${lostMsMax / 1000} s`],
    ['laying a PDF out', `${layoutLimits.ms / 1000} s, ${layoutLimits.heapMb} MB`],
  ])('states %s: %s', async (what, bound) => {
    const rows = (await rowsOf()).map((row) => row.replaceAll("'", '’'));
    const row = rows.find((one) => new RegExp(`^\\| ${what}[ ;,]`).test(one));
    expect(row?.split('|')[2]?.trim()).toBe(bound);
  });

  it('states how many navigations a network can report', async () => {
    expect(await readFile('docs/limits.md', 'utf8')).toContain(
      `by each instance: ${reportsMax} in ${inWords(reportsPerMs / 1000)} for a network`,
    );
  });
});

describe('the listening server', () => {
  it('has the documented limits on connections', async () => {
    const { server } = await listen(() => undefined, { port: 0, host: '127.0.0.1' });
    expect(server).toMatchObject({
      headersTimeout: connectionLimits.headersMs,
      requestTimeout: connectionLimits.uploadMs,
      keepAliveTimeout: connectionLimits.idleMs,
      maxConnections: connectionLimits.max,
      timeout: connectionLimits.stalledMs,
    });
    server.close();
  });

  it('leaves it to a proxy to close idle connections', async () => {
    const options = { port: 0, host: '127.0.0.1', trustedProxies: 1 };
    const { server } = await listen(() => undefined, options);
    expect(server).toMatchObject({ keepAliveTimeout: connectionLimits.proxyIdleMs });
    server.close();
  });
});
