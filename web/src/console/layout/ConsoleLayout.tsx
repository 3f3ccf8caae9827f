import { Outlet, useMatches, useParams, useRouter } from '@tanstack/react-router'
import { useEffect, useEffectEvent, useState } from 'react'
import { Dialog } from '../../ui/Dialog.tsx'
import { useSession } from '../session.ts'
import { SignInAgain } from '../sign-in/SignInAgain.tsx'
import { LeaveGuard } from './LeaveGuard.tsx'
import { Navigation } from './Navigation.tsx'
import { TopBar } from './TopBar.tsx'

/** Navigation beside the screen, or above it where there is no room. */
export function ConsoleLayout() {
  const session = useSession()
  const router = useRouter()
  const isSignedIn = session !== null
  const [isMenuOpen, setIsMenuOpen] = useState(false)
  const [showsKeys, setShowsKeys] = useState(false)
  useDocumentTitle()
  useShortcuts(() => setShowsKeys(true))
  useEffect(() => {
    // The route leads to the sign-in.
    if (!isSignedIn) void router.invalidate()
  }, [isSignedIn, router])
  if (!session) return null
  return (
    <div className="flex h-dvh flex-col">
      <a
        href="#screen"
        className="bg-ground absolute start-2 z-30 -translate-y-20 rounded px-4 py-2 focus:translate-y-2"
      >
        Skip to the screen
      </a>
      <TopBar
        session={session}
        isMenuOpen={isMenuOpen}
        onMenu={() => setIsMenuOpen(!isMenuOpen)}
        onKeys={() => setShowsKeys(true)}
      />
      <div className="flex min-h-0 flex-1 flex-col md:flex-row">
        <Navigation isOpen={isMenuOpen} onChosen={() => setIsMenuOpen(false)} />
        <main id="screen" tabIndex={-1} className="flex min-h-0 min-w-0 flex-1 flex-col outline-none">
          <Outlet />
        </main>
      </div>
      <LeaveGuard />
      <SignInAgain />
      {showsKeys && <KeysDialog onClose={() => setShowsKeys(false)} />}
    </div>
  )
}

/** The screen and its domain, which tabs and the history show. */
function useDocumentTitle(): void {
  const matches = useMatches()
  const { domain } = useParams({ strict: false })
  const screen = matches.findLast(({ staticData }) => staticData.title !== undefined)?.staticData.title
  useEffect(() => {
    document.title = [screen, domain, 'Byname'].filter(Boolean).join(' · ')
  }, [screen, domain])
}

const keys = [
  ['/', 'Search'],
  ['n', 'New name'],
  ['?', 'These keys'],
  ['↑ ↓', 'Move in a table'],
  ['Space', 'Select the row'],
  ['Shift', 'With a move or a click: select all between'],
  ['Enter', 'Open the row'],
  ['Esc', 'Close'],
] as const

function KeysDialog({ onClose }: { readonly onClose: () => void }) {
  return (
    <Dialog title="Keys" onClose={onClose}>
      <dl className="grid grid-cols-[auto_1fr] items-baseline gap-x-6 gap-y-2">
        {keys.map(([key, meaning]) => (
          <div key={key} className="contents">
            <dt>
              <kbd className="border-line mono rounded border px-2 py-0.5 text-sm">{key}</kbd>
            </dt>
            <dd>{meaning}</dd>
          </div>
        ))}
      </dl>
    </Dialog>
  )
}

/** A key without modifiers, outside of fields, uses the control that names it in `aria-keyshortcuts`. */
function useShortcuts(onHelp: () => void): void {
  const help = useEffectEvent(onHelp)
  useEffect(() => {
    const onKeyDown = (event: KeyboardEvent) => {
      const { key, target } = event
      if (event.ctrlKey || event.metaKey || event.altKey || isTyping(target)) return
      if (document.querySelector('dialog[open]')) return
      if (key === '?') return help()
      if (key !== '/' && key !== 'n') return
      const control = document.querySelector<HTMLElement>(`[aria-keyshortcuts="${key}"]`)
      if (!control) return
      event.preventDefault()
      if (control instanceof HTMLInputElement) control.focus()
      else control.click()
    }
    addEventListener('keydown', onKeyDown)
    return () => removeEventListener('keydown', onKeyDown)
  }, [])
}

function isTyping(target: EventTarget | null): boolean {
  return target instanceof Element && target.closest('input:not([type=checkbox]), textarea, select') !== null
}
