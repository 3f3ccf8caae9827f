import { useEffect, useState } from 'react'
import { Button } from '../../../ui/Button.tsx'
import { Notice } from '../../../ui/Notice.tsx'
import type { ConnectedWallet } from '../../../wallet/wallet.ts'
import { explainError } from '../../../wallet/wallet-error.ts'
import type { Name, StoredName } from '../../page-data.ts'
import { coinTitles } from '../coin-titles.ts'
import { readName } from '../read-name.ts'
import { differingKeys, draftOf } from './draft.ts'
import { textPresets } from './presets.ts'

interface OutdatedNoticeProps {
  /** As it was read. */
  readonly name: Name
  readonly wallet: ConnectedWallet
  readonly onReloaded: (current: StoredName) => void
}

/** Says what was changed elsewhere since the name was read. */
export function OutdatedNotice({ name, wallet, onReloaded }: OutdatedNoticeProps) {
  const [current, setCurrent] = useState<StoredName>()
  const [problem, setProblem] = useState<string>()
  useEffect(() => {
    readName(name).then(setCurrent, (error) => setProblem(explainError(error)))
  }, [name])
  const isHeld = current === undefined || current.name.holder === wallet.address
  return (
    <Notice tone="bad" title="Nothing was saved: the name was changed elsewhere." isLive>
      {problem !== undefined && <p>{problem}</p>}
      {!isHeld && <p>This wallet does not hold it any more.</p>}
      {current && isHeld && (
        <>
          <p>{describeChanges(name, current.name)} What you have typed is kept.</p>
          <Button className="mt-3" onClick={() => onReloaded(current)}>
            Load it, and keep what I typed
          </Button>
        </>
      )}
    </Notice>
  )
}

function describeChanges(before: Name, after: Name): string {
  const keys = differingKeys(draftOf(before), draftOf(after))
  return keys.length === 0 ? 'No record is different.' : `Changed: ${keys.map(titleOf).join(', ')}.`
}

function titleOf(key: string): string {
  const preset = textPresets.flatMap(({ fields }) => fields).find((field) => field.key === key)
  return preset?.title ?? coinTitles[Number(key)] ?? key
}
