import type { ThreadEvent } from '~/contract/workspace/workspace-schema';

/** A server that is just starting answers that it is not there yet; a network that is away needs longer. */
const againAfterMs = [1_000, 2_000, 5_000, 10_000];
/** A screen that is out of sight for so long follows nothing: the server holds back mails from those who follow. */
const hiddenMaxMs = 60_000;

export interface StreamOptions {
  url(lastEventId: string | undefined): string;
  onEvent(event: ThreadEvent): void;
  /** Whether what is shown is current: false from a lost connection until the stream is back. */
  onConnected(isConnected: boolean): void;
  /** The stream was refused: the session may have ended. */
  onRefused(): void;
}

/**
 * Follows a stream of thread events until the returned function is called. The browser itself reconnects and names the last event that it
 * received; after an answer that is no stream it gives up, and is started again from that event. (The library's own stream client cannot be
 * parted from the rest of it, which would come with the scripts of every page.)
 */
export function followStream(options: StreamOptions): () => void {
  let stream: EventSource | undefined;
  let again: ReturnType<typeof setTimeout> | undefined;
  let lastEventId: string | undefined;
  let failures = 0;
  let isEnded = false;
  let isResting = false;
  let rest: ReturnType<typeof setTimeout> | undefined;

  const openAgain = () => {
    stream?.close();
    if (isEnded || isResting) return;
    clearTimeout(again);
    again = setTimeout(open, againAfterMs[Math.min(failures, againAfterMs.length - 1)]);
    failures += 1;
  };

  function open() {
    if (isEnded || isResting) return;
    stream = new EventSource(options.url(lastEventId));
    const own = stream;
    own.addEventListener('message', (message: MessageEvent<string>) => {
      failures = 0;
      if (message.lastEventId) lastEventId = message.lastEventId;
      options.onConnected(true);
      options.onEvent(JSON.parse(message.data) as ThreadEvent);
    });
    own.addEventListener('connected', () => {
      failures = 0;
      options.onConnected(true);
    });
    // The server has ended the stream: it stops, or the session has ended.
    own.addEventListener('return', openAgain);
    own.addEventListener('serialized-error', () => {
      options.onRefused();
      openAgain();
    });
    own.addEventListener('error', () => {
      options.onConnected(false);
      if (own.readyState !== EventSource.CLOSED) return;
      options.onRefused();
      openAgain();
    });
  }
  function onVisibility() {
    clearTimeout(rest);
    if (document.visibilityState === 'hidden') {
      rest = setTimeout(() => {
        isResting = true;
        clearTimeout(again);
        stream?.close();
      }, hiddenMaxMs);
    } else if (isResting) {
      isResting = false;
      open();
    }
  }
  document.addEventListener('visibilitychange', onVisibility);
  open();

  return () => {
    isEnded = true;
    document.removeEventListener('visibilitychange', onVisibility);
    clearTimeout(again);
    clearTimeout(rest);
    stream?.close();
  };
}
