import {
  type RequestFilteringAgentOptions,
  RequestFilteringHttpAgent,
  RequestFilteringHttpsAgent,
} from 'request-filtering-agent';

/**
 * Creates agents for requests to addresses that users typed. Resolves a name once, checks the address and connects to it:
 * private, link-local and metadata addresses and those of this machine are rejected, unless the options allow them.
 */
export const createPublicAgents = (allowed: RequestFilteringAgentOptions) => ({
  plain: new RequestFilteringHttpAgent(allowed),
  secure: new RequestFilteringHttpsAgent(allowed),
});

/**
 * Returns whether a request failed because its address was rejected. Compares the message, since the agent's error has no code.
 */
export const isRefusedAddress = (error: unknown): boolean =>
  /is not allowed\. Because/.test(String(error));
