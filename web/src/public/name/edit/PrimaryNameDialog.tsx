import { useId, useState } from 'react'
import { Failure } from '../../../form/Failure.tsx'
import { useAction } from '../../../form/use-action.ts'
import { t, tNodes } from '../../../text/messages.ts'
import { Button } from '../../../ui/Button.tsx'
import { Dialog } from '../../../ui/Dialog.tsx'
import { NameTitle } from '../../../ui/NameTitle.tsx'
import { Notice } from '../../../ui/Notice.tsx'
import { encodeCall, string } from '../../../wallet/abi.ts'
import { sendTransaction, switchChain } from '../../../wallet/send-transaction.ts'
import type { ConnectedWallet } from '../../../wallet/wallet.ts'
import type { Name } from '../../page-data.ts'
import { primaryNameNetworks } from './primary-name-networks.ts'
import { SignedPrimaryName } from './SignedPrimaryName.tsx'

interface PrimaryNameDialogProps {
  readonly name: Name
  readonly wallet: ConnectedWallet
  readonly onClose: () => void
}

/** A transaction on the chosen chain, sent by the wallet. */
export function PrimaryNameDialog({ name, wallet, onClose }: PrimaryNameDialogProps) {
  const networkId = useId()
  const networks = primaryNameNetworks(name.chainId)
  const [networkKey, setNetworkKey] = useState(`${name.chainId}`)
  const [transaction, setTransaction] = useState<string>()
  const { isBusy, problem, run } = useAction()
  const network = networks.find(({ id }) => id === networkKey)
  const data = encodeSetName(name.ens)
  if (!network) return null
  const { chainId, title, coinType, signing } = network
  const registrar = signing?.registrar
  const leadsBack = name.records.addresses.some(
    ({ id, value }) => id === coinType && value.toLowerCase() === wallet.address.toLowerCase(),
  )
  const send = () =>
    run(async () => {
      await switchChain(wallet, chainId)
      const to = registrar ?? (await findReverseRegistrar(wallet))
      setTransaction((await sendTransaction(wallet, { to, data })).hash)
    })
  return (
    <Dialog title={t('primary')} onClose={onClose}>
      <p className="mb-4">{tNodes('primary.text', { name: <NameTitle key="name" name={name.ens} /> })}</p>
      {networks.length > 1 && (
        <div className="mb-4">
          <label htmlFor={networkId} className="mb-1 block text-sm font-medium">
            {t('name.network')}
          </label>
          <select
            id={networkId}
            value={networkKey}
            onChange={({ currentTarget }) => {
              setNetworkKey(currentTarget.value)
              setTransaction(undefined)
            }}
            className="control control-select"
          >
            {networks.map((one) => (
              <option key={one.id} value={one.id}>
                {one.title}
              </option>
            ))}
          </select>
        </div>
      )}
      {!leadsBack && (
        <div className="mb-4">
          <Notice tone="warn" title={t('primary.add-address', { network: title })}>
            {t('primary.add-address-text')}
          </Notice>
        </div>
      )}
      <details className="mb-4">
        <summary className="discloses min-h-6 text-sm">{t('primary.transaction')}</summary>
        <dl className="text-soft name-breaks mt-2 grid gap-2 text-xs">
          <div>
            <dt>{t('primary.to')}</dt>
            <dd className="mono">{registrar ?? t('primary.registrar')}</dd>
          </div>
          <div>
            <dt>{t('primary.data-of', { function: 'setName(string)' })}</dt>
            <dd className="mono">{data}</dd>
          </div>
        </dl>
      </details>
      {transaction === undefined ? (
        <Button look="primary" className="w-full" disabled={!leadsBack} isBusy={isBusy} onClick={send}>
          {t(isBusy ? 'waiting-for-wallet' : 'primary.send')}
        </Button>
      ) : (
        <Notice tone="good" title={t('primary.set')} isLive>
          <span className="mono">{transaction}</span>
        </Notice>
      )}
      {signing && leadsBack && (
        <SignedPrimaryName key={networkKey} name={name.ens} wallet={wallet} signing={signing} />
      )}
      <Failure title={t('primary.not-set')} problem={problem} className="mt-4" />
    </Dialog>
  )
}

/** The registry of ENS, at the same address on every chain that has one. */
const registry = '0x00000000000C2E074eC69A0dFb2997BA6C7d2e1e'

/** `owner(bytes32)` of `addr.reverse`, whose owner is the reverse registrar. */
const ownerOfReverse = '0x02571be391d1777781884d03a6757a803996e38de2a42967fb37eeaca72729271025a9e2'

/** Call data of `setName(string)`. */
function encodeSetName(name: string): string {
  return encodeCall('0xc47f0027', [string(name)])
}

/** Asks the registry of the chain that the wallet is on. */
async function findReverseRegistrar({ provider }: ConnectedWallet): Promise<string> {
  const call = { to: registry, data: ownerOfReverse }
  const word = await provider.request({ method: 'eth_call', params: [call, 'latest'] })
  const address = typeof word === 'string' ? word.slice(-40) : ''
  if (!/[1-9a-f]/i.test(address)) throw new Error(t('primary.no-registrar'))
  return `0x${address}`
}
