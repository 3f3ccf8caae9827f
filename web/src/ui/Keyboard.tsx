import { lazy, Suspense, useEffect, useState } from 'react'
import { importPart } from '../api/import-part.ts'
import { t } from '../text/messages.ts'
import { areShortcutsOn } from './shortcut-setting.ts'

const KeysDialog = lazy(() =>
  importPart(() => import('./KeysDialog.tsx')).then(({ KeysDialog }) => ({ default: KeysDialog })),
)

/** `/` goes to the field of the page, `?` shows the shortcuts, as does a button. */
export function Keyboard({ hasButton = false }: { readonly hasButton?: boolean }) {
  const [isShown, setIsShown] = useState(false)
  useEffect(() => {
    const press = (event: KeyboardEvent) => {
      if (!isShortcut(event) || !areShortcutsOn()) return
      if (event.key === '?') return setIsShown(true)
      const field = document.querySelector<HTMLInputElement>('main input:not([type="file"])')
      if (event.key !== '/' || !field) return
      event.preventDefault()
      field.focus()
    }
    addEventListener('keydown', press)
    return () => removeEventListener('keydown', press)
  }, [])
  return (
    <>
      {hasButton && (
        <button
          type="button"
          className="hover:text-ink min-h-6 underline underline-offset-4"
          onClick={() => setIsShown(true)}
        >
          {t('shortcuts')}
        </button>
      )}
      {isShown && (
        <Suspense fallback={null}>
          <KeysDialog onClose={() => setIsShown(false)} />
        </Suspense>
      )}
    </>
  )
}

/** Not while something is typed, or another dialog is open. */
function isShortcut({ target, altKey, ctrlKey, metaKey }: KeyboardEvent): boolean {
  if (altKey || ctrlKey || metaKey || document.querySelector('dialog[open]')) return false
  return !(target instanceof Element && target.matches('input, textarea, select'))
}
