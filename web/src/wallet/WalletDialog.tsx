import { createStore } from 'mipd'
import { useEffect, useState, useSyncExternalStore } from 'react'
import { Button } from '../ui/Button.tsx'
import { Dialog } from '../ui/Dialog.tsx'
import { readSandboxWallets } from './sandbox-wallets.ts'
import type { Provider, Wallet } from './wallet.ts'

interface WalletDialogProps {
  readonly isSandbox: boolean
  readonly onChoose: (wallet: Wallet) => void
  readonly onClose: () => void
}

export function WalletDialog({ isSandbox, onChoose, onClose }: WalletDialogProps) {
  const wallets = useWallets(isSandbox)
  return (
    <Dialog title="Choose your wallet" onClose={onClose}>
      {wallets.length === 0 && <NoWallet />}
      <ul className="grid gap-2">
        {wallets.map((wallet) => (
          <li key={wallet.id}>
            <Button className="w-full justify-start text-start" onClick={() => onChoose(wallet)}>
              {wallet.icon && <img src={wallet.icon} alt="" width="24" height="24" className="size-6" />}
              <span className="flex-1">{wallet.name}</span>
              {wallet.note && <span className="mono text-soft text-sm">{wallet.note}</span>}
            </Button>
          </li>
        ))}
      </ul>
      {isSandbox && (
        <p className="text-soft mt-4 text-sm">
          Sandbox accounts are for tests: their keys are public, and their chains are on this machine.
        </p>
      )}
    </Dialog>
  )
}

function NoWallet() {
  return (
    <div className="text-soft grid gap-3">
      <p className="text-ink font-medium">No wallet was found in this browser.</p>
      <p>On a phone, open this page in the browser of your wallet app.</p>
      <p>On a computer, install a wallet as an extension of your browser, and reload this page.</p>
    </div>
  )
}

/** Asks installed wallets to announce themselves (EIP-6963). */
let store: ReturnType<typeof createStore> | undefined

/** Those of the browser, and on the sandbox its own accounts. */
function useWallets(isSandbox: boolean): readonly Wallet[] {
  store ??= createStore()
  const { subscribe, getProviders } = store
  const announced = useSyncExternalStore((onChange) => subscribe(onChange), getProviders, getProviders)
  const [own, setOwn] = useState<readonly Wallet[]>([])
  useEffect(() => {
    if (isSandbox) readSandboxWallets().then(setOwn, () => setOwn([]))
  }, [isSandbox])
  const installed = announced.map(({ info, provider }) => ({
    id: info.uuid,
    name: info.name,
    icon: info.icon.startsWith('data:image/') ? info.icon : null,
    provider: toProvider(provider),
  }))
  return [...installed, ...own]
}

/** Safe because EIP-6963 announces EIP-1193 providers, of which the types of mipd name the methods only. */
function toProvider(provider: unknown): Provider {
  return provider as Provider
}
