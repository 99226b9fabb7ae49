import {
  type RequestFilteringAgentOptions,
  RequestFilteringHttpAgent,
  RequestFilteringHttpsAgent,
} from 'request-filtering-agent';

/**
 * Agents for requests to addresses that people have typed. A name is resolved once, checked, and connected to: private, link-local and
 * metadata addresses and those of this machine are refused, unless the options allow them.
 */
export const createPublicAgents = (allowed: RequestFilteringAgentOptions) => ({
  plain: new RequestFilteringHttpAgent(allowed),
  secure: new RequestFilteringHttpsAgent(allowed),
});

/** Whether a request failed because its address was refused. The agent's error has no code, so its message is compared. */
export const isRefusedAddress = (error: unknown): boolean =>
  /is not allowed\. Because/.test(String(error));
