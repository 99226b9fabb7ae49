import { expect } from 'vitest';

import type { ThreadEvent } from '~/contract/workspace/workspace-schema';
import type { TestApp } from './app';

export interface Heard extends ThreadEvent {
  eventId: number;
}

/** Listens to a thread stream as a browser does. */
export async function listen(
  from: Pick<TestApp, 'fetch'>,
  headers: Record<string, string>,
  { lastEventId, input, path = 'workspace.changes' }: Listening = {},
) {
  const heard: Heard[] = [];
  const errors: string[] = [];
  const stopping = new AbortController();
  const query = input ? `?input=${encodeURIComponent(JSON.stringify(input))}` : '';
  const response = await from.fetch(`/api/trpc/${path}${query}`, {
    headers: {
      ...headers,
      ...(lastEventId !== undefined && { 'Last-Event-ID': `${lastEventId}` }),
    },
    signal: stopping.signal,
  });
  const reader = response.body?.pipeThrough(new TextDecoderStream()).getReader();
  const state = { isOver: false };
  const reading = (async () => {
    let rest = '';
    for (let part = await reader?.read(); part && !part.done; part = await reader?.read()) {
      rest += part.value;
      const blocks = rest.split('\n\n');
      rest = blocks.pop() ?? '';
      for (const block of blocks) {
        const id = /^id: (.*)$/m.exec(block)?.[1];
        const data = /^data: (.*)$/m.exec(block)?.[1] ?? '';
        if (/^event: serialized-error$/m.test(block)) errors.push(data);
        if (id) heard.push({ ...(JSON.parse(data) as ThreadEvent), eventId: Number(id) });
      }
    }
    state.isOver = true;
  })().catch(() => {
    state.isOver = true;
  });
  return {
    heard,
    errors,
    state,
    until: (test: () => boolean) => expect.poll(test, { timeout: 8_000, interval: 20 }).toBe(true),
    async stop() {
      await reader?.cancel();
      stopping.abort();
      await reading;
    },
  };
}

interface Listening {
  lastEventId?: number;
  input?: object;
  path?: string;
}
