// biome-ignore lint/style/noRestrictedImports: the file is outside src; the build inlines it.
import { version } from '../../../package.json';

/** Version of this software, as in CHANGELOG.md. */
export const appVersion: string = version;
