import { type IncomingMessage, request as plainRequest, type RequestOptions } from 'node:http';
import { request as secureRequest } from 'node:https';
import { BlockList, isIP } from 'node:net';

import {
  type RequestFilteringAgentOptions,
  RequestFilteringHttpAgent,
  RequestFilteringHttpsAgent,
} from 'request-filtering-agent';

import { isLoopback } from './loopback';

/** IPv6 networks that contain IPv4 addresses or are local, although the agent considers them public. */
const disguised = ['::/96', '64:ff9b:1::/48', 'fec0::/10'];

/** Networks without public addresses. */
const privateNetworks = [
  ...['0.0.0.0/8', '10.0.0.0/8', '100.64.0.0/10', '127.0.0.0/8', '169.254.0.0/16'],
  ...['172.16.0.0/12', '192.0.0.0/24', '192.168.0.0/16', '198.18.0.0/15', '224.0.0.0/3'],
  ...['::ffff:0:0/96', '64:ff9b::/96', '2002::/16', 'fc00::/7', 'fe80::/10', 'ff00::/8'],
  ...disguised,
];

/** Uses one list for each address family, because the IPv6 network of mapped addresses contains every IPv4 address. */
const privateAddresses = { ipv4: new BlockList(), ipv6: new BlockList() };
for (const network of privateNetworks) {
  const [address = '', bits] = network.split('/');
  const family = familyOf(address);
  privateAddresses[family].addSubnet(address, Number(bits), family);
}

function familyOf(address: string): 'ipv4' | 'ipv6' {
  return address.includes(':') ? 'ipv6' : 'ipv4';
}

/** Returns whether a URL's host is known to be private, because of its address, or because its name has no dot. */
export function isPrivateHost(host: string): boolean {
  const address = host.replace(/^\[(.*)\]$/, '$1');
  if (isIP(address) !== 0) {
    const family = familyOf(address);
    return privateAddresses[family].check(address, family);
  }
  return isLoopback(host) || !host.includes('.');
}

/**
 * Creates a function that sends requests to addresses that users typed. Resolves a name once, checks the address and
 * connects to this address. Rejects private, link-local and metadata addresses and those of this machine, unless the
 * options allow them. Does not follow redirects.
 */
export function createPublicRequests(allowed: RequestFilteringAgentOptions) {
  const options = allowed.allowPrivateIPAddress
    ? allowed
    : { ...allowed, denyIPAddressList: disguised };
  const plain = new RequestFilteringHttpAgent(options);
  const secure = new RequestFilteringHttpsAgent(options);
  return (
    url: URL,
    { body, ...sent }: Pick<RequestOptions, 'method' | 'headers' | 'signal'> & { body?: string },
  ): Promise<IncomingMessage> =>
    new Promise((resolve, reject) => {
      const request =
        url.protocol === 'https:'
          ? secureRequest(url, { ...sent, agent: secure }, resolve)
          : plainRequest(url, { ...sent, agent: plain }, resolve);
      request.on('error', reject);
      request.end(body);
    });
}

/**
 * Returns whether a request failed because its address was rejected. Compares the message, because the agent's error has no
 * code.
 */
export const isRefusedAddress = (error: unknown): boolean =>
  /is not allowed\. Because/.test(String(error));
