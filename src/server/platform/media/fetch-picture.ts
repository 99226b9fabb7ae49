import type { IncomingMessage } from 'node:http';

import { uploadLimitBytes } from '~/contract/common/limits';
import { createPublicRequests, isRefusedAddress } from '~/server/platform/public-requests';

/** Limits for fetching a picture from another site: bytes, total milliseconds, and redirects. */
export const fetchLimits = { bytes: uploadLimitBytes, ms: 4_000, redirects: 3 };

/** Thrown if a picture could not be fetched. The message is for users. */
export class UnfetchedPicture extends Error {}

/**
 * Creates a function that fetches a picture from another site. Checks the address when connecting, also after
 * redirects: private addresses and those of this machine are rejected.
 *
 * @param allowed private addresses that are not rejected
 * @returns a function that throws UnfetchedPicture
 */
export function createPictureFetch(
  allowed: string[] = [],
): (address: string) => Promise<Uint8Array> {
  const open = createPublicRequests({ allowIPAddressList: allowed });
  const headers = { Accept: 'image/*', 'User-Agent': 'agency-site' };

  async function follow(address: string, signal: AbortSignal): Promise<Uint8Array> {
    let url = new URL(address);
    for (let hop = 0; hop <= fetchLimits.redirects; hop += 1) {
      if (url.protocol !== 'https:' && url.protocol !== 'http:') {
        throw new UnfetchedPicture('its address is not a web address');
      }
      const response = await open(url, { headers, signal });
      const { statusCode = 0 } = response;
      const { location } = response.headers;
      if (statusCode === 200) return bodyOf(response);
      response.destroy();
      if (statusCode < 300 || statusCode >= 400 || !location) {
        throw new UnfetchedPicture(`its site answers ${statusCode}`);
      }
      url = new URL(location, url);
    }
    throw new UnfetchedPicture('its site redirects too often');
  }

  return async (address) => {
    const signal = AbortSignal.timeout(fetchLimits.ms);
    try {
      return await follow(address, signal);
    } catch (error) {
      if (error instanceof UnfetchedPicture) throw error;
      if (signal.aborted) {
        throw new UnfetchedPicture(`it did not arrive within ${fetchLimits.ms / 1000} s`);
      }
      if (isRefusedAddress(error)) {
        throw new UnfetchedPicture('its address is not public');
      }
      throw new UnfetchedPicture('its site cannot be reached');
    }
  };
}

async function bodyOf(response: IncomingMessage): Promise<Uint8Array> {
  const tooLarge = () =>
    new UnfetchedPicture(`it is larger than ${fetchLimits.bytes / 1024 / 1024} MiB`);
  const parts: Uint8Array[] = [];
  let size = 0;
  // Leaving the loop closes the connection.
  for await (const part of response as AsyncIterable<Uint8Array>) {
    size += part.length;
    if (size > fetchLimits.bytes) throw tooLarge();
    parts.push(part);
  }
  return Buffer.concat(parts);
}
