import { Outlet, useRouter } from '@tanstack/react-router'
import { useEffect, useState } from 'react'
import { useSession } from '../session/use-session.ts'
import { KeysDialog } from './KeysDialog.tsx'
import { Navigation } from './Navigation.tsx'
import { TopBar } from './TopBar.tsx'
import { useShortcuts } from './use-shortcuts.ts'

/** Navigation beside the screen, or above it where there is no room. */
export function ConsoleLayout() {
  const session = useSession()
  const router = useRouter()
  const isSignedIn = session !== null
  const [isMenuOpen, setIsMenuOpen] = useState(false)
  const [showsKeys, setShowsKeys] = useState(false)
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
      {showsKeys && <KeysDialog onClose={() => setShowsKeys(false)} />}
    </div>
  )
}
