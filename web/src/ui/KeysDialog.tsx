import { useState } from 'react'
import { t } from '../text/messages.ts'
import { Dialog } from './Dialog.tsx'
import { areShortcutsOn, switchShortcuts } from './shortcut-setting.ts'

interface KeysDialogProps {
  /** Each with what it does; absent: those of public pages. */
  readonly keys?: readonly (readonly [key: string, meaning: string])[]
  /** Those that can be switched off. */
  readonly singleKeys?: string
  readonly onClose: () => void
}

function keysOfPublicPages() {
  return [
    ['/', t('keys.field')],
    ['?', t('keys.show')],
    ['Esc', t('keys.close')],
  ] as const
}

export function KeysDialog({
  keys = keysOfPublicPages(),
  singleKeys = t('keys.both', { one: '/', other: '?' }),
  onClose,
}: KeysDialogProps) {
  const [isOn, setIsOn] = useState(areShortcutsOn)
  const change = (next: boolean) => {
    switchShortcuts(next)
    setIsOn(next)
  }
  return (
    <Dialog title={t('shortcuts')} onClose={onClose}>
      <dl className="grid grid-cols-[auto_1fr] gap-x-4 gap-y-2">
        {keys.map(([key, title]) => (
          <div key={key} className="contents">
            <dt>
              <kbd className="mono border-edge rounded border px-2 py-0.5">{key}</kbd>
            </dt>
            <dd>{title}</dd>
          </div>
        ))}
      </dl>
      <label className="mt-4 flex min-h-6 items-center gap-2">
        <input
          type="checkbox"
          checked={isOn}
          onChange={({ currentTarget }) => change(currentTarget.checked)}
          className="size-5"
        />
        {t('keys.use', { keys: singleKeys })}
      </label>
    </Dialog>
  )
}
