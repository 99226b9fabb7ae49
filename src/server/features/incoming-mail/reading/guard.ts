import { UnreadableMail } from './read-result';

/**
 * Limits for the lines of an email. The parser creates objects for each line and each part, regardless of their length.
 * 500,000 lines take 80 MB, and 26 MiB in base64 have at most 440,000 lines. The parser itself limits the depth of
 * parts and the size of headers.
 */
const guardLimits = { lines: 500_000, dashedLines: 2_000 };

const LF = 10;
const DASH = 45;

/**
 * Rejects an email with too many lines, or with too many lines that may be part boundaries. Counts
 * them in one pass.
 *
 * @throws UnreadableMail above a limit
 */
export function guard(raw: Buffer): void {
  let lines = 0;
  let dashedLines = 0;
  for (let at = raw.indexOf(LF); at >= 0; at = raw.indexOf(LF, at + 1)) {
    if (++lines > guardLimits.lines)
      throw new UnreadableMail('This email has too many lines to be read.');
    const isDashed = raw[at + 1] === DASH && raw[at + 2] === DASH;
    if (isDashed && ++dashedLines > guardLimits.dashedLines)
      throw new UnreadableMail('This email has too many parts to be read.');
  }
}
