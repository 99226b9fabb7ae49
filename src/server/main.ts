// React chooses between its builds when it is loaded, so this comes before everything else is imported.
process.env.NODE_ENV ||= 'production';
if (process.env.NODE_ENV !== 'production') {
  process.stderr.write(
    `NODE_ENV is ${process.env.NODE_ENV}: pages take much longer to render. Leave it unset, or set it to production.\n`,
  );
}
await import('./serve');

export {};
