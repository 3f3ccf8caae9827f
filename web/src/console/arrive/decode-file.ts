import { encodingOf } from '../../../../server/src/listings/table.ts'

/** The text of a file, in UTF-8 or UTF-16, without a byte order mark. @throws Error with a sentence. */
export function decodeFile(bytes: Uint8Array): string {
  try {
    const text = new TextDecoder(encodingOf(bytes.subarray(0, 512)), { fatal: true }).decode(bytes)
    if (!text.includes('\0')) return text
  } catch {
    // Rejected below.
  }
  throw new Error('The file is not text in UTF-8. In a spreadsheet, save it as "CSV UTF-8".')
}
