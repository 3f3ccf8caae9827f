import { Menu, Search } from 'lucide-react'
import { IconButton } from '../../ui/Button.tsx'
import type { Session } from '../session.ts'
import { AccountMenu } from './AccountMenu.tsx'
import { Breadcrumb } from './Breadcrumb.tsx'
import type { Place } from './place.ts'

interface TopBarProps {
  readonly place: Place
  readonly session: Session
  readonly isMenuOpen: boolean
  readonly onMenu: () => void
  readonly onCommands: () => void
  readonly onShortcuts: () => void
}

const commandKey = /mac|iphone|ipad/i.test(navigator.platform) ? '⌘ K' : 'Ctrl K'

export function TopBar({ place, session, isMenuOpen, onMenu, onCommands, onShortcuts }: TopBarProps) {
  return (
    <header className="@container border-line flex min-h-14 shrink-0 items-center gap-2 border-b px-3 md:gap-3 md:px-6">
      <IconButton
        label="Menu"
        className="md:hidden"
        aria-haspopup="dialog"
        aria-expanded={isMenuOpen}
        onClick={onMenu}
      >
        <Menu aria-hidden className="size-5" />
      </IconButton>
      <Breadcrumb place={place} />
      <button
        type="button"
        aria-haspopup="dialog"
        aria-keyshortcuts="Control+K Meta+K"
        className="text-faint hover:text-soft @md:bg-raised @md:border-line hover:bg-hover flex size-11 shrink-0 items-center justify-center gap-2 rounded text-sm transition-colors @md:h-9 @md:w-44 @md:justify-start @md:border @md:ps-3 @md:pe-2 @md:shadow-sm @2xl:w-80"
        onClick={onCommands}
      >
        <Search aria-hidden className="text-soft size-5 shrink-0 @md:size-4" />
        <span className="truncate @max-md:sr-only @md:grow @md:text-start">Search or go to…</span>
        <kbd aria-hidden className="border-line mono hidden rounded-sm border px-1.5 text-xs @2xl:block">
          {commandKey}
        </kbd>
      </button>
      <AccountMenu session={session} onShortcuts={onShortcuts} />
    </header>
  )
}
