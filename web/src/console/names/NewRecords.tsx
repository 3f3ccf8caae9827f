import type { ReactNode } from 'react'
import { ChoiceInput } from '../../form/choices.tsx'
import { LongTextInput, TextInput } from '../../form/inputs.tsx'
import { coinTitle, knownCoinTypes } from '../../public/name/coin-titles.ts'
import { textPresets, titleOf } from '../../public/name/edit/presets.ts'
import { t } from '../../text/messages.ts'
import { Button } from '../../ui/Button.tsx'

/** The records of a new name as they are typed. */
export interface NewRecords {
  /** By key; empty: none. */
  readonly texts: Readonly<Record<string, string>>
  readonly coins: readonly CoinDraft[]
  readonly contentHash: string
}

interface CoinDraft {
  readonly coinType: string
  readonly address: string
}

export const emptyRecords: NewRecords = { texts: {}, coins: [], contentHash: '' }

const ethCoinType = 60

/** Of an item that issues a name; its holder is its ETH address. */
export function toItemRecords({ texts, coins, contentHash }: NewRecords, holder: string) {
  const text = Object.entries(texts).flatMap(([key, value]) =>
    value.trim() === '' ? [] : [{ key, value: value.trim() }],
  )
  const others = coins.flatMap(({ coinType, address }) =>
    address.trim() === '' ? [] : [{ coinType: Number(coinType), address: address.trim() }],
  )
  return {
    addresses: [{ coinType: ethCoinType, address: holder }, ...others],
    ...(text.length > 0 && { text }),
    ...(contentHash.trim() !== '' && { contentHash: contentHash.trim() }),
  }
}

interface NewRecordsProps {
  readonly records: NewRecords
  readonly onChange: (records: NewRecords) => void
}

/** Optional, and folded until it is wanted. */
export function NewRecords({ records, onChange }: NewRecordsProps) {
  const { texts, coins, contentHash } = records
  return (
    <div className="grid gap-2">
      {textPresets.map(({ title, fields }) => (
        <Section key={title} title={t(title)}>
          {fields.map(({ key, title: fieldTitle, hint, isLong }) => {
            const field = {
              title: titleOf(fieldTitle),
              value: texts[key] ?? '',
              onChange: (value: string) => onChange({ ...records, texts: { ...texts, [key]: value } }),
            }
            return isLong ? (
              <LongTextInput key={key} {...field} />
            ) : (
              <TextInput key={key} {...field} placeholder={hint} />
            )
          })}
        </Section>
      ))}
      <Section title="Other chains and site">
        {coins.map((coin, index) => {
          const set = (changes: Partial<CoinDraft>) =>
            onChange({ ...records, coins: coins.with(index, { ...coin, ...changes }) })
          return (
            // biome-ignore lint/suspicious/noArrayIndexKey: rows are only added at the end.
            <div key={index} className="grid gap-2 sm:grid-cols-[9rem_1fr]">
              <ChoiceInput
                title="Chain"
                value={coin.coinType}
                options={coinOptions()}
                onChange={(coinType) => set({ coinType })}
              />
              <TextInput
                title="Address there"
                isMono
                value={coin.address}
                onChange={(address) => set({ address })}
              />
            </div>
          )
        })}
        <Button
          size="dense"
          className="justify-self-start"
          onClick={() =>
            onChange({ ...records, coins: [...coins, { coinType: `${firstCoin}`, address: '' }] })
          }
        >
          Add an address
        </Button>
        <TextInput
          title="Site (content hash)"
          isMono
          placeholder="ipfs://"
          value={contentHash}
          onChange={(value) => onChange({ ...records, contentHash: value })}
        />
      </Section>
    </div>
  )
}

const [firstCoin = 0, ...otherCoins] = knownCoinTypes.filter((id) => id !== ethCoinType)
const optionOf = (id: number) => ({ value: `${id}`, title: coinTitle(id) ?? `${id}` })
const coinOptions = () => [optionOf(firstCoin), ...otherCoins.map(optionOf)] as const

function Section({ title, children }: { readonly title: string; readonly children: ReactNode }) {
  return (
    <details className="border-line border-t pt-2">
      <summary className="text-sm font-medium">
        {title} <span className="text-soft font-normal">optional</span>
      </summary>
      <div className="grid gap-3 py-3">{children}</div>
    </details>
  )
}
