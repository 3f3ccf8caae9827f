import { toHex } from '../../../../../sdk/src/verify/bytes.ts'
import { kinds, type RecordEntry } from '../../../../../sdk/src/verify/records.ts'
import { addressText } from '../../../seals/address-bytes.ts'
import { type MessageKey, t } from '../../../text/messages.ts'
import { Badge } from '../../../ui/Badge.tsx'
import { coinTitle } from '../coin-titles.ts'
import { titleOfKey } from '../edit/presets.ts'
import type { RecordChange, RecordState } from './next-records.ts'

interface RecordChangesProps {
  readonly changes: readonly RecordChange[]
  /** URI of the site that is signed; absent: none. */
  readonly site: string
}

const states: Readonly<
  Record<RecordState, { readonly message: MessageKey; readonly tone: 'good' | 'accent' | 'bad' | 'neutral' }>
> = {
  new: { message: 'sealed.new', tone: 'good' },
  changed: { message: 'sealed.changed', tone: 'accent' },
  gone: { message: 'sealed.gone', tone: 'bad' },
  same: { message: 'sealed.same', tone: 'neutral' },
}

/** Each record that is signed, and what it was: read from the bytes that the wallet is given. */
export function RecordChanges({ changes, site }: RecordChangesProps) {
  if (changes.length === 0) return <p className="text-soft">{t('sealed.none')}</p>
  return (
    <ul aria-label={t('sealed.list')} className="border-line divide-line divide-y rounded-lg border">
      {changes.map(({ key, state, record, before }) => {
        const { message, tone } = states[state]
        return (
          <li key={key} className="px-4 py-2.5">
            <div className="flex flex-wrap items-center justify-between gap-x-3 gap-y-1">
              <span className="name-breaks text-sm font-medium">{titleOf(record)}</span>
              <Badge tone={tone}>{t(message)}</Badge>
            </div>
            {before && <Value record={before} site="" isFormer />}
            <Value record={record} site={site} isFormer={state === 'gone'} />
          </li>
        )
      })}
    </ul>
  )
}

interface ValueProps {
  readonly record: RecordEntry
  readonly site: string
  /** It is not signed any more. */
  readonly isFormer: boolean
}

function Value({ record, site, isFormer }: ValueProps) {
  const text = textOf(record, site)
  const isText = record.key[0] === kinds.text
  const shape = `name-breaks mt-0.5 text-sm whitespace-pre-line ${isText ? '' : 'mono'}`
  return (
    <p className={shape} dir="auto">
      {isFormer ? (
        <del className="text-soft">
          <span className="sr-only">{t('sealed.before')} </span>
          {text}
        </del>
      ) : (
        text
      )}
    </p>
  )
}

const decoder = new TextDecoder()

function coinTypeOf({ key }: RecordEntry): number {
  return new DataView(key.buffer, key.byteOffset, key.byteLength).getUint32(1)
}

function isAddress({ key }: RecordEntry): boolean {
  return key[0] === kinds.address && key.length === 5
}

function titleOf(record: RecordEntry): string {
  if (isAddress(record)) {
    const coinType = coinTypeOf(record)
    return coinTitle(coinType) ?? t('edit.other-coin', { coin: `${coinType}` })
  }
  if (record.key[0] === kinds.text) return titleOfKey(decoder.decode(record.key.subarray(1)))
  return record.key[0] === kinds.contentHash ? t('name.site') : t('sealed.other')
}

function textOf(record: RecordEntry, site: string): string {
  if (isAddress(record)) return addressText(coinTypeOf(record), record.value)
  if (record.key[0] === kinds.text) return decoder.decode(record.value)
  return record.key[0] === kinds.contentHash && site !== '' ? site : toHex(record.value)
}
