// biome-ignore lint/style/noRestrictedImports: the file is outside src; the build makes a constant of it.
import { version } from '../../../package.json';

/** Version of the product, as in CHANGELOG.md. */
export const appVersion: string = version;
