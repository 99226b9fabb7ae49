import { EventEmitter } from 'node:events';

import { expect, it } from 'vitest';

import { createOpenStreams } from './streams';

function streams(limits: Parameters<typeof createOpenStreams>[0]) {
  const keep = createOpenStreams(limits);
  const ended: string[] = [];
  return {
    ended,
    open(name: string, session: number) {
      const response = Object.assign(new EventEmitter(), { destroy: () => ended.push(name) });
      keep(session, response);
      return response;
    },
  };
}

it('the oldest stream of a session is ended when the session exceeds its limit', () => {
  const { open, ended } = streams({ perSession: 2, max: 9 });
  open('other', 2);
  for (const name of ['first', 'second', 'third']) open(name, 1);
  expect(ended).toEqual(['first']);
});

it('the oldest stream is ended when the streams of all sessions exceed the overall limit', () => {
  const { open, ended } = streams({ perSession: 9, max: 3 });
  for (const session of [1, 2, 3, 4]) open(`${session}`, session);
  expect(ended).toEqual(['1']);
});

it('closed streams are not counted', () => {
  const { open, ended } = streams({ perSession: 1, max: 1 });
  open('first', 1).emit('close');
  open('second', 1);
  expect(ended).toEqual([]);
});
