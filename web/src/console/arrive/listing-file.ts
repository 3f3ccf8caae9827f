import type { ListedEntry } from '../../../../server/src/listings/import-form.ts'

/** What a service has listed, kept as lines, so that rows of it can be corrected as those of a file. */
export function toListingFile(title: string, entries: readonly ListedEntry[]): File {
  return new File(
    entries.map((entry) => `${JSON.stringify(entry)}\n`),
    title,
    { type: 'application/jsonl' },
  )
}

interface ListedLine {
  readonly listed: ListedEntry
  /** As a line of an export: of a name that cannot be read, what is known of it. */
  readonly entry: unknown
}

export function readListingFile(text: string): readonly ListedLine[] {
  return text
    .split('\n')
    .filter((line) => line !== '')
    .map((line) => {
      const listed: ListedEntry = JSON.parse(line)
      return { listed, entry: listed.name ?? { label: listed.label, state: 'claimed' } }
    })
}
