import { type ReactNode, useState } from 'react'
import { ChoiceInput } from '../../form/choices.tsx'
import { LongTextInput, TextInput } from '../../form/inputs.tsx'
import { coinTitle, knownCoinTypes } from '../../public/name/coin-titles.ts'
import { textPresets, titleOf } from '../../public/name/edit/presets.ts'
import { t } from '../../text/messages.ts'
import { Button } from '../../ui/Button.tsx'
import {
  type CoinDraft,
  fillText,
  hasPlaceholder,
  type RecordDraft,
  type Subject,
} from '../templates/record-draft.ts'

const ethCoinType = 60

interface NewRecordsProps {
  readonly records: RecordDraft
  /** The name that will have them; absent: it is not known. */
  readonly subject?: Subject | undefined
  /** What is filled in at first is shown. */
  readonly isUnfolded?: boolean
  readonly onChange: (records: RecordDraft) => void
}

const presetKeys: ReadonlySet<string> = new Set(
  textPresets.flatMap(({ fields }) => fields.map(({ key }) => key)),
)

/** Optional, and folded until it is wanted. */
export function NewRecords({ records, subject, isUnfolded = false, onChange }: NewRecordsProps) {
  const { texts, coins, contentHash } = records
  const isFilledIn = (text: string | undefined) => (text ?? '').trim() !== ''
  const fieldOf = (key: string) => {
    const value = texts[key] ?? ''
    return {
      value,
      hint: subject && hasPlaceholder(value) && <bdi>Will be: {fillText(value, subject)}</bdi>,
      onChange: (text: string) => onChange({ ...records, texts: { ...texts, [key]: text } }),
    }
  }
  // Known when the dialog opens or a template is chosen; emptied ones stay.
  const others = Object.keys(texts).filter((key) => !presetKeys.has(key))
  const coinCount = coins.filter(({ address }) => isFilledIn(address)).length
  return (
    <div className="grid gap-2">
      {textPresets.map(({ title, fields }) => (
        <Section
          key={title}
          title={t(title)}
          count={fields.filter(({ key }) => isFilledIn(texts[key])).length}
          isUnfolded={isUnfolded}
        >
          {fields.map(({ key, title: fieldTitle, hint, isLong }) =>
            isLong ? (
              <LongTextInput key={key} title={titleOf(fieldTitle)} {...fieldOf(key)} />
            ) : (
              <TextInput key={key} title={titleOf(fieldTitle)} {...fieldOf(key)} placeholder={hint} />
            ),
          )}
        </Section>
      ))}
      {others.length > 0 && (
        <Section
          title="Other texts"
          count={others.filter((key) => isFilledIn(texts[key])).length}
          isUnfolded={isUnfolded}
        >
          {others.map((key) => (
            <TextInput key={key} title={key} {...fieldOf(key)} />
          ))}
        </Section>
      )}
      <Section
        title="Other chains and site"
        count={coinCount + (isFilledIn(contentHash) ? 1 : 0)}
        isUnfolded={isUnfolded}
      >
        {coins.map((coin, index) => {
          const set = (changes: Partial<CoinDraft>) =>
            onChange({ ...records, coins: coins.with(index, { ...coin, ...changes }) })
          return (
            // biome-ignore lint/suspicious/noArrayIndexKey: rows have no identity of their own.
            <div key={index} className="grid gap-2 sm:grid-cols-[9rem_1fr]">
              <ChoiceInput
                title="Chain"
                value={coin.coinType}
                options={coinOptions(coin.coinType)}
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
const optionOf = (id: number) => ({ value: `${id}`, title: coinTitle(id) ?? `Coin type ${id}` })

/** One that has no common name is among them where it is chosen. */
function coinOptions(chosen: string) {
  const unknown = knownCoinTypes.includes(Number(chosen)) ? [] : [Number(chosen)]
  return [firstCoin, ...otherCoins, ...unknown].map(optionOf)
}

interface SectionProps {
  readonly title: string
  /** Of the records that are filled in. */
  readonly count: number
  readonly isUnfolded: boolean
  readonly children: ReactNode
}

function Section({ title, count, isUnfolded, children }: SectionProps) {
  const [isOpen] = useState(isUnfolded && count > 0)
  return (
    <details className="border-line border-t pt-2" open={isOpen}>
      <summary className="discloses text-sm font-medium">
        {title} <span className="text-soft font-normal">{count > 0 ? `${count} filled in` : 'optional'}</span>
      </summary>
      <div className="grid gap-3 py-3">{children}</div>
    </details>
  )
}
