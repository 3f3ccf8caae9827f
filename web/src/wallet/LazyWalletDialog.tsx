import { type ComponentProps, lazy, Suspense } from 'react'
import type { WalletDialog } from './WalletDialog.tsx'

const load = () => import('./WalletDialog.tsx')

const Loaded = lazy(() => load().then(({ WalletDialog }) => ({ default: WalletDialog })))

/** In a chunk of its own. */
export function LazyWalletDialog(props: ComponentProps<typeof WalletDialog>) {
  return (
    <Suspense fallback={null}>
      <Loaded {...props} />
    </Suspense>
  )
}

/** Before it is opened. Without a connection, opening it tries again. */
export function preloadWalletDialog(): void {
  load().catch(() => undefined)
}
