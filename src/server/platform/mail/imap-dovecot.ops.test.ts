import { afterEach, describe, expect, it } from 'vitest';

import { hasDovecot, startDovecot } from '~/testing/dovecot';
import {
  endsWithTest,
  endWatching,
  mailOf,
  subjectOf,
  until,
  watchMailbox,
} from '~/testing/watched-mailbox';

afterEach(endWatching);

describe.skipIf(!hasDovecot)('Dovecot (needs Dovecot and root)', () => {
  it.each([
    ['', '.Kestrel'],
    ['INBOX.', '.Kestrel'],
  ])(
    'reads existing emails, new emails, and emails from an outage, with the name prefix %j',
    async (prefix, folder) => {
      const server = await startDovecot({ prefix });
      endsWithTest(server.stop);
      for (const name of ['one', 'two']) await server.deliver(mailOf(name));
      await server.deliver(mailOf('long', 'x\r\n'.repeat(2_000)));
      const watched = watchMailbox(server.url);
      await watched.reached();
      await server.deliver(mailOf('three'));
      await until(() => expect(watched.taken).toEqual(['one', 'two', 'long', 'three']));
      expect(watched.mails.map(({ isWhole }) => isWhole)).toEqual([true, true, false, true]);
      await server.away();
      await watched.failed(/could not be reached/);
      await server.deliver(mailOf('four'));
      await server.back();
      await until(() => expect(watched.taken.at(-1)).toBe('four'));
      await watched.reached();
      expect(await server.mails()).toEqual([]);
      expect((await server.mails(folder)).map(subjectOf).sort()).toEqual(
        ['one', 'two', 'long', 'three', 'four'].sort(),
      );
    },
  );
});
