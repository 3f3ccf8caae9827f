import type { components } from '@byname/sdk/openapi'
import { formatCount } from '../../ui/format-number.ts'

/** Records as they are typed. */
export interface RecordDraft {
  /** By key; empty: none. */
  readonly texts: Readonly<Record<string, string>>
  readonly coins: readonly CoinDraft[]
  readonly contentHash: string
}

export interface CoinDraft {
  readonly coinType: string
  readonly address: string
}

/** Records as the service takes them, without an ETH address. */
interface WrittenRecords {
  readonly texts: readonly { readonly key: string; readonly value: string }[]
  readonly addresses: readonly { readonly coinType: number; readonly address: string }[]
  readonly contentHash: string | null
}

export const emptyDraft: RecordDraft = { texts: {}, coins: [], contentHash: '' }

const ethCoinType = 60

/** Without what is empty. */
export function toWritten({ texts, coins, contentHash }: RecordDraft) {
  return {
    texts: Object.entries(texts).flatMap(([key, value]) =>
      value.trim() === '' ? [] : [{ key, value: value.trim() }],
    ),
    addresses: coins.flatMap(({ coinType, address }) =>
      address.trim() === '' ? [] : [{ coinType: Number(coinType), address: address.trim() }],
    ),
    contentHash: contentHash.trim(),
  }
}

/** Of an item that issues a name; its holder is its ETH address. */
export function toItemRecords(draft: RecordDraft, holder: string) {
  const { texts, addresses, contentHash } = toWritten(draft)
  return {
    addresses: [{ coinType: ethCoinType, address: holder }, ...addresses],
    ...(texts.length > 0 && { text: texts }),
    ...(contentHash !== '' && { contentHash }),
  }
}

export function toDraft({ texts, addresses, contentHash }: WrittenRecords): RecordDraft {
  return {
    texts: Object.fromEntries(texts.map(({ key, value }) => [key, value])),
    coins: addresses.map(({ coinType, address }) => ({ coinType: `${coinType}`, address })),
    contentHash: contentHash ?? '',
  }
}

/** Those are of one name: its pictures, and the rights that its holder gave to applications. */
const ownTexts: ReadonlySet<string> = new Set(['avatar', 'header', 'mApps'])

/** Of a name, what others may have too. */
export function draftOfName({ records }: Pick<components['schemas']['Name'], 'records'>): RecordDraft {
  const { texts, addresses, contentHash } = records
  return toDraft({
    texts: texts.filter(({ key }) => !ownTexts.has(key)),
    addresses: addresses.flatMap(({ id, value }) =>
      id === ethCoinType ? [] : [{ coinType: id, address: value }],
    ),
    contentHash: contentHash && `${contentHash.protocolType}://${contentHash.decoded}`,
  })
}

/** Of a draft: what another one has replaces it, and what an earlier one had brought goes. */
export function withTemplate(
  draft: RecordDraft,
  previous: RecordDraft | undefined,
  next: RecordDraft | undefined,
): RecordDraft {
  const texts = Object.entries(draft.texts).filter(([key, value]) => previous?.texts[key] !== value)
  const coins = draft.coins.filter(
    (coin) => coin.address.trim() !== '' && !previous?.coins.some((other) => isSameCoin(coin, other)),
  )
  const own = previous?.contentHash === draft.contentHash ? '' : draft.contentHash
  const replaced = new Set(next?.coins.map(({ coinType }) => coinType))
  return {
    texts: { ...Object.fromEntries(texts), ...next?.texts },
    coins: [...coins.filter(({ coinType }) => !replaced.has(coinType)), ...(next?.coins ?? [])],
    contentHash: next?.contentHash || own,
  }
}

function isSameCoin(one: CoinDraft, other: CoinDraft): boolean {
  return one.coinType === other.coinType && one.address === other.address
}

/** The name that texts are about. */
export interface Subject {
  /** Normalized. */
  readonly label: string
  readonly domain: string
}

const placeholder = /\{(label|name)\}/g

export function hasPlaceholder(text: string): boolean {
  return text.search(placeholder) !== -1
}

export function fillText(text: string, { label, domain }: Subject): string {
  return text.replaceAll(placeholder, (_, word) => (word === 'label' ? label : `${label}.${domain}`))
}

/** `{label}` and `{name}` in texts are replaced. */
export function fillDraft(draft: RecordDraft, subject: Subject): RecordDraft {
  return mapTexts(draft, (text) => fillText(text, subject))
}

/** The other way round: where texts have the name, or its label as a word of its own. */
export function withPlaceholders(draft: RecordDraft, { label, domain }: Subject): RecordDraft {
  const [whole, first] = [wordOf(`${label}.${domain}`), wordOf(label)]
  return mapTexts(draft, (text) => text.replace(whole, '{name}').replace(first, '{label}'))
}

/** Not within a longer word, nor within braces. */
function wordOf(text: string): RegExp {
  const escaped = text.replace(/[\\^$.*+?()[\]{}|/]/g, String.raw`\$&`)
  return new RegExp(String.raw`(?<![\p{L}\p{N}_{-])${escaped}(?![\p{L}\p{N}_}-])`, 'gu')
}

function mapTexts(draft: RecordDraft, map: (text: string) => string): RecordDraft {
  const texts = Object.entries(draft.texts).map(([key, value]) => [key, map(value)] as const)
  return { ...draft, texts: Object.fromEntries(texts) }
}

export function isSameDraft(one: RecordDraft, other: RecordDraft): boolean {
  return JSON.stringify(toWritten(one)) === JSON.stringify(toWritten(other))
}

/** `3 texts, 1 address, a site`; empty: none. */
export function describeDraft(draft: RecordDraft): string {
  const { texts, addresses, contentHash } = toWritten(draft)
  const count = (number: number, one: string, many: string) =>
    number > 0 && `${formatCount(number)} ${number === 1 ? one : many}`
  return [
    count(texts.length, 'text', 'texts'),
    count(addresses.length, 'address', 'addresses'),
    contentHash !== '' && 'a site',
  ]
    .filter(Boolean)
    .join(', ')
}
