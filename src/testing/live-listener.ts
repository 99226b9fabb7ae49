import { expect } from 'vitest';

import type { LiveChange, LiveStreamInput } from '~/contract/live/live-schema';
import type { TestApp } from './app';

/** Listens to the stream of changes like a browser. Resolves once the stream is open. */
export async function listen(
  from: Pick<TestApp, 'fetch'>,
  headers: Record<string, string>,
  input: LiveStreamInput = {},
) {
  const heard: LiveChange[] = [];
  const errors: string[] = [];
  const state = { isOpen: false, isOver: false };
  const stopping = new AbortController();
  const response = await from.fetch(
    `/api/trpc/live.changes?input=${encodeURIComponent(JSON.stringify(input))}`,
    { headers: { ...headers, Accept: 'text/event-stream' }, signal: stopping.signal },
  );
  const reader = response.body?.pipeThrough(new TextDecoderStream()).getReader();
  const reading = (async () => {
    let rest = '';
    for (let part = await reader?.read(); part && !part.done; part = await reader?.read()) {
      rest += part.value;
      const blocks = rest.split('\n\n');
      rest = blocks.pop() ?? '';
      for (const block of blocks) {
        const event = /^event: (.*)$/m.exec(block)?.[1];
        const data = /^data: (.*)$/m.exec(block)?.[1] ?? '';
        if (event === 'connected') state.isOpen = true;
        else if (event === 'serialized-error') errors.push(data);
        else if (event === undefined && data) heard.push(JSON.parse(data) as LiveChange);
      }
    }
    state.isOver = true;
  })().catch(() => {
    state.isOver = true;
  });
  const until = (test: () => boolean) =>
    expect.poll(test, { timeout: 8_000, interval: 20 }).toBe(true);
  await until(() => state.isOpen || state.isOver);
  return {
    heard,
    errors,
    state,
    until,
    /** Returns whether a change was received, such as `requestThreads 7`. */
    has: (change: string) => heard.some(({ topic, id }) => `${topic} ${id}` === change),
    async stop() {
      await reader?.cancel();
      stopping.abort();
      await reading;
    },
  };
}
