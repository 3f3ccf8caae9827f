import type { ListedEntry } from '../../../../server/src/listings/import-form.ts'
import { fillDraft, type RecordDraft, toWritten } from '../templates/record-draft.ts'

/** What names begin with. */
export interface EntryTemplate {
  readonly records: RecordDraft
  /** To the normal form of a label; one without keeps its own. */
  readonly normalize: (label: string) => string
}

/** What the name has itself counts; a reservation has no records. */
export function withTemplate(
  entry: ListedEntry,
  domain: string,
  { records, normalize }: EntryTemplate,
): ListedEntry {
  const { name } = entry
  if (name?.state !== 'claimed') return entry
  const draft = fillDraft(records, { label: normalize(name.label), domain })
  const { texts, addresses, contentHash } = toWritten(draft)
  return {
    ...entry,
    name: {
      ...name,
      texts: [...name.texts, ...texts.filter(({ key }) => !name.texts.some((own) => own.key === key))],
      addresses: [
        ...name.addresses,
        ...addresses.filter(({ coinType }) => !name.addresses.some((own) => own.coinType === coinType)),
      ],
      contentHash: name.contentHash ?? (contentHash === '' ? null : contentHash),
    },
  }
}
