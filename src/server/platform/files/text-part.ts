// biome-ignore lint/suspicious/noControlCharactersInRegex: the pattern searches for them
const controls = /[\u0000-\u0008\u000b\u000e-\u001a\u001c-\u001f]/;

/** Returns whether a part of the content is text, in UTF-8 or a Western single-byte encoding. */
export const isTextPart = (bytes: Uint8Array): boolean =>
  !controls.test(Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length).toString('latin1'));
