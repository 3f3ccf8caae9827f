import { useEffect, useState } from 'react'
import { currentLanguage, t } from '../../../text/messages.ts'
import { Button } from '../../../ui/Button.tsx'
import { Notice } from '../../../ui/Notice.tsx'
import type { ConnectedWallet } from '../../../wallet/wallet.ts'
import { explainError } from '../../../wallet/wallet-error.ts'
import type { Name, StoredName } from '../../page-data.ts'
import { readName } from '../read-name.ts'
import { differingKeys, draftOf } from './draft.ts'
import { titleOfKey } from './presets.ts'

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
    <Notice tone="bad" title={t('edit.outdated')} isLive>
      {problem !== undefined && <p>{problem}</p>}
      {!isHeld && <p>{t('edit.not-held')}</p>}
      {current && isHeld && (
        <>
          <p>
            {describeChanges(name, current.name)} {t('edit.typed-kept')}
          </p>
          <Button className="mt-3" onClick={() => onReloaded(current)}>
            {t('edit.load-keep')}
          </Button>
        </>
      )}
    </Notice>
  )
}

function describeChanges(before: Name, after: Name): string {
  const keys = differingKeys(draftOf(before), draftOf(after))
  if (keys.length === 0) return t('edit.none-different')
  return t('edit.changed', { records: new Intl.ListFormat(currentLanguage()).format(keys.map(titleOfKey)) })
}
