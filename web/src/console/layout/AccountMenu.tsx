import { Link } from '@tanstack/react-router'
import { Keyboard, KeyRound, LogOut, MonitorSmartphone } from 'lucide-react'
import { useState } from 'react'
import { Avatar } from '../../ui/Avatar.tsx'
import { Badge } from '../../ui/Badge.tsx'
import { Popover } from '../../ui/Popover.tsx'
import { shortAddress } from '../../ui/short-address.ts'
import { ThemeSwitch } from '../../ui/ThemeSwitch.tsx'
import { type Session, signOut } from '../session.ts'

interface AccountMenuProps {
  readonly session: Session
  readonly onShortcuts: () => void
}

/** What belongs to the person, wherever they are. */
export function AccountMenu({ session: { address, isOperator }, onShortcuts }: AccountMenuProps) {
  const [isOpen, setIsOpen] = useState(false)
  const close = () => setIsOpen(false)
  return (
    <Popover
      label="Account"
      align="end"
      className="w-72 p-1.5"
      isOpen={isOpen}
      onOpenChange={setIsOpen}
      trigger={
        <button
          type="button"
          aria-label="Account"
          title="Account"
          className="hover:ring-line grid size-9 shrink-0 place-items-center rounded-full transition-shadow hover:ring-4 pointer-coarse:size-11"
        >
          <Face address={address} />
        </button>
      }
    >
      <div className="flex items-center gap-3 px-2.5 py-2.5">
        <Face address={address} />
        <div className="min-w-0 grow">
          <p className="mono truncate text-sm font-medium" title={address ?? undefined}>
            {address ? shortAddress(address) : 'Admin key'}
          </p>
          <p className="text-soft text-xs">Signed in</p>
        </div>
        {isOperator && <Badge tone="accent">Operator</Badge>}
      </div>
      <div className="border-line flex items-center justify-between gap-3 border-y px-2.5 py-2.5 text-sm">
        Theme
        <ThemeSwitch />
      </div>
      <ul className="grid pt-1.5 text-sm">
        <li>
          <button
            type="button"
            className={actionShape}
            onClick={() => {
              close()
              onShortcuts()
            }}
          >
            <Keyboard aria-hidden className="text-soft size-4" />
            <span className="grow">Shortcuts</span>
            <kbd aria-hidden className="text-faint mono text-xs">
              ?
            </kbd>
          </button>
        </li>
        <li>
          <Link to="/console/sessions" className={actionShape} onClick={close}>
            <MonitorSmartphone aria-hidden className="text-soft size-4" />
            Your sessions
          </Link>
        </li>
        <li>
          <button type="button" className={actionShape} onClick={() => void signOut()}>
            <LogOut aria-hidden className="text-soft size-4" />
            Sign out
          </button>
        </li>
      </ul>
    </Popover>
  )
}

const actionShape =
  'hover:bg-hover flex min-h-9 w-full items-center gap-2.5 rounded-sm px-2.5 text-start pointer-coarse:min-h-11'

function Face({ address }: { readonly address: string | null }) {
  if (address !== null) return <Avatar name={address} size="sm" />
  return (
    <span className="bg-accent-soft text-accent-text grid size-7 place-items-center rounded-full">
      <KeyRound aria-hidden className="size-4" />
    </span>
  )
}
