import { Link } from '@tanstack/react-router'
import { Button } from '../../ui/Button.tsx'
import { shortAddress } from '../../ui/short-address.ts'
import { ThemeSwitch } from '../../ui/ThemeSwitch.tsx'
import { type Session, signOut } from '../session.ts'

interface TopBarProps {
  readonly session: Session
  readonly isMenuOpen: boolean
  readonly onMenu: () => void
  readonly onKeys: () => void
}

export function TopBar({ session, isMenuOpen, onMenu, onKeys }: TopBarProps) {
  return (
    <header className="border-line flex min-h-12 items-center gap-2 border-b px-4 text-sm">
      <Button
        size="dense"
        look="quiet"
        className="-ms-3 md:hidden"
        aria-expanded={isMenuOpen}
        aria-controls="navigation"
        onClick={onMenu}
      >
        Menu
      </Button>
      <Link to="/console" className="font-semibold tracking-tight">
        Byname
      </Link>
      <span className="flex-1" />
      <span className="text-soft mono hidden sm:inline" title={session.address ?? undefined}>
        {session.address ? shortAddress(session.address) : 'Admin key'}
      </span>
      {session.isOperator && <span className="bg-sunk hidden rounded px-2 py-0.5 sm:inline">Operator</span>}
      <span className="hidden lg:inline">
        <ThemeSwitch />
      </span>
      <Button size="dense" look="quiet" className="hidden md:inline-flex" onClick={onKeys}>
        Keys <kbd className="border-line text-soft mono rounded border px-1.5 text-xs">?</kbd>
      </Button>
      <Button size="dense" look="quiet" className="-me-3" onClick={() => void signOut()}>
        Sign out
      </Button>
    </header>
  )
}
