import { Outlet, useNavigate, useParams, useRouter } from '@tanstack/react-router'
import { lazy, useEffect, useState } from 'react'
import { importPart } from '../../api/import-part.ts'
import { LatePart } from '../../ui/LatePart.tsx'
import { type Session, useSession } from '../session.ts'
import { SignInAgain } from '../sign-in/SignInAgain.tsx'
import { ToastSlot } from '../ui/Toasts.tsx'
import { useScreenTitle } from './Breadcrumb.tsx'
import { LeaveGuard } from './LeaveGuard.tsx'
import { Navigation } from './Navigation.tsx'
import { NavigationDrawer } from './NavigationDrawer.tsx'
import { usePlace } from './place.ts'
import { TopBar } from './TopBar.tsx'
import { useShortcuts } from './use-shortcuts.ts'

const Commands = lazy(() =>
  importPart(() => import('./Commands.tsx')).then(({ Commands }) => ({ default: Commands })),
)
const Shortcuts = lazy(() =>
  importPart(() => import('./Shortcuts.tsx')).then(({ Shortcuts }) => ({ default: Shortcuts })),
)

export function ConsoleLayout() {
  const session = useSession()
  const router = useRouter()
  const isSignedIn = session !== null
  useEffect(() => {
    // The route leads to the sign-in.
    if (!isSignedIn) void router.invalidate()
  }, [isSignedIn, router])
  return session && <Frame session={session} />
}

/** Navigation beside the screen, or in a drawer where there is no room. */
function Frame({ session }: { readonly session: Session }) {
  const place = usePlace()
  const navigate = useNavigate()
  const [open, setOpen] = useState<'menu' | 'commands' | 'shortcuts'>()
  const close = () => setOpen(undefined)
  useDocumentTitle()
  useShortcuts({
    onCommands: () => setOpen('commands'),
    onHelp: () => setOpen('shortcuts'),
    onNew: () => {
      if (!place.domain) return
      const { domain, chainId } = place.domain
      void navigate({
        to: '/console/domains/$chainId/$domain/names',
        params: { domain, chainId: `${chainId}` },
        search: { dialog: 'new' },
      })
    },
  })
  const navigation = <Navigation place={place} session={session} onChosen={close} />
  return (
    <div className="flex h-dvh">
      <a
        href="#screen"
        className="bg-ground absolute start-2 z-30 -translate-y-20 rounded px-4 py-2 focus:translate-y-2"
      >
        Skip to the screen
      </a>
      <aside className="bg-sunk border-line hidden w-62 shrink-0 overflow-y-auto border-e px-3 py-3.5 md:block">
        {navigation}
      </aside>
      <div className="flex min-w-0 flex-1 flex-col">
        <TopBar
          place={place}
          session={session}
          isMenuOpen={open === 'menu'}
          onMenu={() => setOpen('menu')}
          onCommands={() => setOpen('commands')}
          onShortcuts={() => setOpen('shortcuts')}
        />
        <main id="screen" tabIndex={-1} className="flex min-h-0 min-w-0 flex-1 flex-col outline-none">
          <Outlet />
        </main>
        <ToastSlot />
      </div>
      {open === 'menu' && <NavigationDrawer onClose={close}>{navigation}</NavigationDrawer>}
      <LeaveGuard />
      <SignInAgain />
      {(open === 'commands' || open === 'shortcuts') && (
        <div className="fixed inset-x-4 bottom-4 z-30">
          <LatePart key={open}>
            {open === 'commands' ? (
              <Commands
                place={place}
                session={session}
                onShortcuts={() => setOpen('shortcuts')}
                onClose={() => setOpen((now) => (now === 'commands' ? undefined : now))}
              />
            ) : (
              <Shortcuts onClose={close} />
            )}
          </LatePart>
        </div>
      )}
    </div>
  )
}

/** The screen and its domain, which tabs and the history show. */
function useDocumentTitle(): void {
  const screen = useScreenTitle()
  const { domain } = useParams({ strict: false })
  useEffect(() => {
    document.title = [screen, domain, 'Byname'].filter(Boolean).join(' · ')
  }, [screen, domain])
}
