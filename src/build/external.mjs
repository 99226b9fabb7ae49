/**
 * Packages that the server's build leaves in node_modules: native code, and libraries that find
 * their own files by name. A bundle contains these packages and their dependencies. All other
 * packages are part of the build.
 */
export const external = [
  '@node-rs/argon2',
  '@opentelemetry/api',
  '@react-pdf/renderer',
  'pino-pretty',
  'satori',
  'sharp',
];
