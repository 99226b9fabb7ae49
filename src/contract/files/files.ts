/** Maximum size of an attachment. */
export const fileBytesMax = 20 * 1024 * 1024;
export const filesOfMessageMax = 10;
export const fileNameMax = 150;

/** Hours after which unfinished and unused uploads are deleted. */
export const unusedFileHours = 24;

/** Default quota of one client's files, in MiB. */
export const defaultQuotaMb = 1024;
export const quotaMbMax = 1_000_000;

/** Maximum number of pixels of an image. Programs that open it must decode all of them. */
export const imagePixelsMax = 100_000_000;

/**
 * Accepted content types, each with its file extensions. A file whose name has none of these extensions gets the first one.
 */
export const fileTypes: Record<string, readonly string[]> = {
  'image/png': ['png'],
  'image/jpeg': ['jpg', 'jpeg'],
  'image/gif': ['gif'],
  'image/webp': ['webp'],
  'image/avif': ['avif'],
  'image/heic': ['heic', 'heif'],
  'image/tiff': ['tif', 'tiff'],
  'image/bmp': ['bmp'],
  'application/pdf': ['pdf'],
  'application/vnd.openxmlformats-officedocument.wordprocessingml.document': ['docx', 'dotx'],
  'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet': ['xlsx', 'xltx'],
  'application/vnd.openxmlformats-officedocument.presentationml.presentation': ['pptx', 'potx'],
  'application/msword': ['doc', 'dot'],
  'application/vnd.ms-excel': ['xls', 'xlt'],
  'application/vnd.ms-powerpoint': ['ppt', 'pot', 'pps'],
  'application/vnd.oasis.opendocument.text': ['odt', 'ott'],
  'application/vnd.oasis.opendocument.spreadsheet': ['ods', 'ots'],
  'application/vnd.oasis.opendocument.presentation': ['odp', 'otp'],
  'application/vnd.oasis.opendocument.graphics': ['odg', 'otg'],
  'application/rtf': ['rtf'],
  'text/plain': ['txt', 'md', 'log', 'text', 'markdown'],
  'text/csv': ['csv', 'tsv'],
  'application/zip': ['zip'],
  'video/mp4': ['mp4', 'm4v'],
  'font/woff': ['woff'],
  'font/woff2': ['woff2'],
  'font/ttf': ['ttf'],
  'font/otf': ['otf'],
};

/** Accepted types as text, for error messages. */
export const takenTypes =
  'pictures, PDF, Office and OpenDocument files, text, CSV, ZIP, MP4 and fonts';
