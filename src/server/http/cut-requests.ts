import type { HonoContext } from './rest';

/** As other servers write it: the connection was closed before the request had arrived. No response is received, whichever was made. */
const cutStatus = 499;

/** The status of a request for the log and the figures. */
export function statusFor(c: HonoContext): number {
  const incoming = c.env?.incoming;
  const isCut = incoming?.complete === false && incoming.socket?.destroyed === true;
  return isCut ? cutStatus : c.res.status;
}
