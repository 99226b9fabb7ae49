// biome-ignore lint/style/noRestrictedImports: the file is outside src; the build inlines it.
import { version } from '../../../package.json';

/** Version of the product, as in CHANGELOG.md. */
export const appVersion: string = version;
