import { type ComponentProps, lazy } from 'react'
import { importPart } from '../api/import-part.ts'
import { LatePart } from '../ui/LatePart.tsx'
import type { WalletDialog } from './WalletDialog.tsx'

const load = () => importPart(() => import('./WalletDialog.tsx'))

const Loaded = lazy(() => load().then(({ WalletDialog }) => ({ default: WalletDialog })))

/** In a chunk of its own. */
export function LazyWalletDialog(props: ComponentProps<typeof WalletDialog>) {
  return (
    <LatePart>
      <Loaded {...props} />
    </LatePart>
  )
}

/** Before it is opened. Without a connection, opening it tries again. */
export function preloadWalletDialog(): void {
  load().catch(() => undefined)
}
