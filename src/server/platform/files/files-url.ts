/** URL, keys and region of an S3-compatible store, parsed from `s3://KEY:SECRET@HOST/BUCKET?region=…`. */
export interface ObjectStoreAddress {
  accessKeyId: string;
  secretAccessKey: string;
  /** URL of the bucket, without a trailing slash. */
  url: string;
  region: string;
}

/**
 * Parses `FILES_URL`. The bucket is the first part of the path, which all stores support. `?tls=no` is for a store on
 * the same machine or network.
 *
 * @returns undefined for an invalid URL
 */
export function parseFilesUrl(value: string): ObjectStoreAddress | undefined {
  if (!URL.canParse(value)) return undefined;
  const { protocol, username, password, host, pathname, searchParams } = new URL(value);
  const bucket = pathname.replace(/^\/+|\/+$/g, '');
  if (protocol !== 's3:' || !username || !password || !host) return undefined;
  if (!/^[a-z0-9][a-z0-9._-]{1,62}$/i.test(bucket)) return undefined;
  const scheme = searchParams.get('tls') === 'no' ? 'http' : 'https';
  return {
    accessKeyId: decodeURIComponent(username),
    secretAccessKey: decodeURIComponent(password),
    url: `${scheme}://${host}/${bucket}`,
    region: searchParams.get('region') || 'us-east-1',
  };
}
