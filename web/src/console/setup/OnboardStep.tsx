import { api, unwrap } from '../../api/client.ts'
import { Failure } from '../../form/Failure.tsx'
import { Button } from '../../ui/Button.tsx'
import { NameTitle } from '../../ui/NameTitle.tsx'
import { signMessage } from '../../wallet/sign-message.ts'
import { useSession } from '../session.ts'
import { ApiCall } from '../ui/ApiCall.tsx'
import { ErrorState } from '../ui/Query.tsx'
import { useSave } from '../ui/use-save.ts'
import type { DomainSetup } from './queries.ts'
import { useWalletAction } from './use-wallet-action.tsx'

interface OnboardStepProps {
  readonly setup: DomainSetup
  readonly workspaceId: string
  readonly resolverId: string
}

const path = '/ens/v1/ens/add'

/** One signature of the owner or manager; none for an operator. */
export function OnboardStep({ setup, workspaceId, resolverId }: OnboardStepProps) {
  const { name, chainId, isOnboarded } = setup
  const session = useSession()
  const body = { ensDomain: name, offchainResolverId: resolverId, workspaceId }
  const onboard = useSave({
    save: (headers: Record<string, string>) => unwrap(api.POST(path, { headers, body })),
    done: `${name} is here.`,
    changes: [['setup', chainId, name], ['domain'], ['domains']],
  })
  if (session?.isOperator && isOnboarded) return <p>Another workspace has it. Its settings move it here.</p>
  return (
    <>
      {session?.isOperator ? (
        <>
          <p>As an operator, you need no signature of its owner.</p>
          <div>
            <Button look="primary" isBusy={onboard.isPending} onClick={() => onboard.mutate({})}>
              Add <NameTitle name={name} isPlain />
            </Button>
          </div>
          {onboard.error && <ErrorState title="The domain is not here yet." error={onboard.error} />}
        </>
      ) : (
        <Signature setup={setup} workspaceId={workspaceId} onSigned={onboard.mutateAsync} />
      )}
      <ApiCall method="POST" path={path} body={body} />
    </>
  )
}

interface SignatureProps extends Omit<OnboardStepProps, 'resolverId'> {
  readonly onSigned: (headers: Record<string, string>) => Promise<unknown>
}

function Signature({ setup: { name, chainId, isOnboarded }, workspaceId, onSigned }: SignatureProps) {
  const { isBusy, problem, start, dialog } = useWalletAction(async (wallet) => {
    const headers = await signMessage(wallet, {
      chainId,
      statement: 'Let the workspace named below issue names under the domain named below.',
      purpose: { action: 'onboard-domain', domain: name, workspaceId },
    })
    await onSigned(headers)
  })
  return (
    <>
      <p>
        {isOnboarded
          ? 'Another workspace has it. With the signature of its owner it moves here.'
          : 'The wallet that controls the domain signs that this workspace gives its names.'}
      </p>
      <div>
        <Button look="primary" isBusy={isBusy} onClick={start}>
          {isBusy ? 'Waiting for your wallet…' : 'Sign it'}
        </Button>
      </div>
      <Failure title="The domain is not here yet." problem={problem} />
      {dialog}
    </>
  )
}
