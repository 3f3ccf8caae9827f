import { isNote, isTag, maxNoteLength, maxTagsOfName, normalizeTag } from '../model/note-limits.ts'
import { type Listed, type ListedName, listedImages, objectOf, textOf, ValueReader } from './listed-name.ts'

type Field =
  | 'label'
  | 'state'
  | 'holder'
  | 'createdAt'
  | 'updatedAt'
  | 'claimedAt'
  | 'addresses'
  | 'texts'
  | 'contentHash'
  | 'images'
  | 'tags'
  | 'note'
  | 'sealedSet'

/** A line of an export of this service. Further fields are ignored. */
export function readArchivedName(value: unknown, row: number): Listed {
  const entry = objectOf<Field>(value)
  const label = textOf(entry.label) ?? ''
  const refuse = (field: string): Listed => ({ row, label, problem: `It cannot be read: ${field}.` })
  if (label === '') return refuse('it has no name')
  const { state } = entry
  if (state !== 'claimed' && state !== 'reserved') return refuse('its state is neither claimed nor reserved')
  const addresses = listOf(entry.addresses, (address) => {
    const fields = objectOf<'coinType' | 'address'>(address)
    return typeof fields.coinType === 'number' && typeof fields.address === 'string'
      ? { coinType: fields.coinType, address: fields.address }
      : undefined
  })
  if (!addresses) return refuse('each of its addresses needs a coin type and an address')
  const texts = listOf(entry.texts, (text) => {
    const fields = objectOf<'key' | 'value'>(text)
    return typeof fields.key === 'string' && typeof fields.value === 'string'
      ? { key: fields.key, value: fields.value }
      : undefined
  })
  if (!texts) return refuse('each of its texts needs a key and a value')
  const values = new ValueReader()
  const times = {
    createdAt: values.time(entry.createdAt, 'createdAt'),
    updatedAt: values.time(entry.updatedAt, 'updatedAt'),
    claimedAt: values.time(entry.claimedAt, 'claimedAt'),
  }
  const holder = values.text(entry.holder, 'holder')
  const contenthash = values.text(entry.contentHash, 'contentHash')
  return {
    row,
    doubts: values.doubts,
    name: {
      label,
      isClaimed: state === 'claimed',
      holder,
      ...times,
      records: { addresses, texts, contenthash },
      images: listedImages(entry.images),
      ...ownNotes(entry, values),
      ...ownSet(entry),
    },
  }
}

/** As the interface takes them, which refuses a request with others. */
function ownNotes(
  { tags, note }: { readonly tags?: unknown; readonly note?: unknown },
  values: ValueReader,
): { readonly tags?: readonly string[]; readonly note?: string } {
  const texts = listOf(tags, (text) => {
    const tag = typeof text === 'string' ? normalizeTag(text) : ''
    return isTag(tag) ? tag : undefined
  })
  const hasTags = texts !== undefined && texts.length <= maxTagsOfName
  if (!hasTags)
    values.doubts.push(`Its tags are left out: they are no list of at most ${maxTagsOfName} short texts.`)
  const text = values.text(note, 'note')
  const hasNote = text !== undefined && isNote(text)
  if (text !== undefined && !hasNote)
    values.doubts.push(`Its note is left out: it is no plain text of at most ${maxNoteLength} characters.`)
  return { ...(hasTags && texts.length > 0 && { tags: texts }), ...(hasNote && { note: text }) }
}

/** Empty for an absent list, `undefined` for one that has anything else. */
function listOf<Item>(
  value: unknown,
  read: (entry: unknown) => Item | undefined,
): readonly Item[] | undefined {
  if (value === undefined || value === null) return []
  if (!Array.isArray(value)) return undefined
  const items = value.flatMap((entry: unknown) => read(entry) ?? [])
  return items.length === value.length ? items : undefined
}

/** In hex; the resolver would accept no other value. */
function ownSet({ sealedSet }: Partial<Record<Field, unknown>>): Pick<ListedName, 'sealedSet'> {
  return isHexText(sealedSet) ? { sealedSet } : {}
}

function isHexText(value: unknown): value is `0x${string}` {
  return typeof value === 'string' && /^0x(?:[\da-f]{2})+$/i.test(value)
}
