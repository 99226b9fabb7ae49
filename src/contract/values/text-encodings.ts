/** Text encodings other than Unicode. If several are equally plausible, the first one in this order is proposed. */
export const encodingLabels = {
  'windows-1252': 'Western European (Windows-1252)',
  'iso-8859-15': 'Western European (ISO 8859-15)',
  'windows-1250': 'Central European (Windows-1250)',
  'iso-8859-2': 'Central European (ISO 8859-2)',
  'windows-1254': 'Turkish (Windows-1254)',
  macintosh: 'Western European (Mac)',
  shift_jis: 'Japanese (Shift_JIS)',
  'euc-jp': 'Japanese (EUC-JP)',
  'euc-kr': 'Korean (EUC-KR)',
  gb18030: 'Simplified Chinese (GB 18030)',
  big5: 'Traditional Chinese (Big5)',
  'windows-1251': 'Cyrillic (Windows-1251)',
  'koi8-u': 'Cyrillic (KOI8)',
  ibm866: 'Cyrillic (DOS)',
  'x-mac-cyrillic': 'Cyrillic (Mac)',
  'windows-1253': 'Greek (Windows-1253)',
  'windows-1255': 'Hebrew (Windows-1255)',
  'windows-1256': 'Arabic (Windows-1256)',
  cp850: 'Western European (DOS)',
  cp852: 'Central European (DOS)',
} as const;

export type TextEncoding = keyof typeof encodingLabels;
export const encodingNames = Object.keys(encodingLabels) as [TextEncoding, ...TextEncoding[]];

/**
 * A possible encoding of a file, with the first lines of the file that look different in other
 * encodings.
 */
export interface EncodingChoice {
  encoding: TextEncoding;
  lines: string[];
}
