import { checksumAddress } from '@byname/sdk/checksum-address'
import { useQueryClient } from '@tanstack/react-query'
import { api, chainIdOf, unwrap } from '../../api/client.ts'
import { Failure } from '../../form/Failure.tsx'
import { Button } from '../../ui/Button.tsx'
import { sendTransaction, switchChain } from '../../wallet/send-transaction.ts'
import { useSession } from '../session.ts'
import { useWalletAction } from './use-wallet-action.tsx'

/** An operator deploys one, once for each chain. */
export function ResolverStep({ chainId: id }: { readonly chainId: number }) {
  const client = useQueryClient()
  const session = useSession()
  const chainId = chainIdOf(id)
  const params = { query: { chainId } }
  const { isBusy, problem, start, dialog } = useWalletAction(async (wallet) => {
    const deployment = await unwrap(
      api.POST('/byname/v1/offchain-resolvers/deployment', { params, body: { owner: wallet.address } }),
    )
    await switchChain(wallet, chainId)
    const { contractAddress } = await sendTransaction(wallet, { data: deployment.data })
    if (contractAddress === null) throw new Error('The chain has created no contract.')
    const address = checksumAddress(contractAddress)
    await unwrap(api.POST('/byname/v1/offchain-resolvers', { params, body: { id: deployment.id, address } }))
    await client.invalidateQueries({ queryKey: ['setup', chainId] })
  })
  if (!session?.isOperator) return <p>Ask the operator of this instance to deploy one.</p>
  return (
    <>
      <p>A contract that sends wallets to this server. Your wallet pays for it, and owns it.</p>
      <div>
        <Button look="primary" isBusy={isBusy} onClick={start}>
          {isBusy ? 'Waiting for the chain…' : 'Deploy the resolver'}
        </Button>
      </div>
      <Failure title="There is no resolver yet." problem={problem} />
      {dialog}
    </>
  )
}
