import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { type ReactNode, useState } from 'react'
import { WalletView } from '../../public/WalletView.tsx'
import { nameText } from '../../ui/name-text.ts'
import { networkName } from '../instance.ts'
import type { DomainRef } from '../queries.ts'
import { useSession } from '../session.ts'
import { Address } from '../ui/Address.tsx'
import { Query } from '../ui/Query.tsx'
import { StateMark } from '../ui/StateMark.tsx'
import { StepNumber } from '../ui/StepNumber.tsx'
import { FirstNameForm } from './FirstNameForm.tsx'
import { OnboardStep } from './OnboardStep.tsx'
import { PointStep } from './PointStep.tsx'
import { type DomainSetup, setupQuery } from './queries.ts'
import { ResolverStep } from './ResolverStep.tsx'

interface SetupStepsProps extends DomainRef {
  readonly workspaceId: string
}

const pollMs = 5000

/** Read again until the domain is set up. */
export function SetupSteps({ workspaceId, ...ref }: SetupStepsProps) {
  const session = useSession()
  const query = useQuery({
    ...setupQuery(ref, session?.address),
    staleTime: 0,
    refetchInterval: ({ state: { data } }) => (data?.isConfigured && data.isOnboarded ? false : pollMs),
  })
  return (
    <Query query={query} subject="the state of the domain" lines={5}>
      {(setup) => <Steps setup={setup} workspaceId={workspaceId} />}
    </Query>
  )
}

function Steps({ setup, workspaceId }: { readonly setup: DomainSetup; readonly workspaceId: string }) {
  const session = useSession()
  const [firstName, setFirstName] = useState<string>()
  const { name, chainId, owner, isController, isConfigured, isOnboarded, offchainResolvers } = setup
  const [resolver] = offchainResolvers
  const isHere = isOnboarded && setup.workspaceId === workspaceId
  const isControlled = owner !== null && isController !== false
  const canPoint = isControlled && resolver !== undefined
  const canOnboard = isConfigured && (canPoint || session?.isOperator === true)
  return (
    <>
      <WalletRequests setup={setup} isHere={isHere} isOperator={session?.isOperator === true} />
      <ol aria-label={`Steps for ${nameText(name)}`}>
        <Step
          number={1}
          title={`${nameText(name)} is yours on ${networkName(chainId)}`}
          state={isControlled ? 'done' : 'now'}
        >
          {owner === null ? (
            <p>
              It is not registered, or it has expired. Register it in the{' '}
              <a href="https://app.ens.domains" rel="noreferrer" className="text-ink underline">
                ENS app
              </a>
              .
            </p>
          ) : (
            <p className="flex flex-wrap items-center gap-x-2">
              It belongs to <Address value={owner} />
              {isController === false && 'Sign in with that wallet, or with one that manages it.'}
            </p>
          )}
        </Step>
        <Step
          number={2}
          title="This server has a resolver there"
          state={resolver ? 'done' : isControlled ? 'now' : 'later'}
        >
          {!resolver && <ResolverStep chainId={chainId} />}
        </Step>
        <Step
          number={3}
          title={`${nameText(name)} points to it`}
          state={isConfigured ? 'done' : canPoint ? 'now' : 'later'}
        >
          {!isConfigured && <PointStep setup={setup} />}
        </Step>
        <Step
          number={4}
          title="This workspace may give names"
          state={isHere ? 'done' : canOnboard ? 'now' : 'later'}
        >
          {!isHere && resolver && (
            <OnboardStep setup={setup} workspaceId={workspaceId} resolverId={resolver.id} />
          )}
        </Step>
        <Step
          number={5}
          title="A first name"
          state={firstName ? 'done' : isHere && isConfigured ? 'now' : 'later'}
        >
          {firstName === undefined ? (
            <FirstNameForm domain={name} chainId={chainId} onCreated={setFirstName} />
          ) : (
            <>
              <WalletView name={firstName} chainId={chainId} />
              <Link
                to="/console/domains/$chainId/$domain/names"
                params={{ chainId: `${chainId}`, domain: name }}
                className="text-ink underline underline-offset-4"
              >
                Go to its names
              </Link>
            </>
          )}
        </Step>
      </ol>
    </>
  )
}

interface WalletRequestsProps {
  readonly setup: DomainSetup
  readonly isHere: boolean
  readonly isOperator: boolean
}

/** What the wallet is still asked for, before it is: a transaction has a fee, a message has none. */
function WalletRequests({ setup, isHere, isOperator }: WalletRequestsProps) {
  const deployments = setup.offchainResolvers.length === 0 && isOperator ? 1 : 0
  const transactions = deployments + (setup.isConfigured ? 0 : 1)
  const messages = isHere || isOperator ? 0 : 1
  if (transactions + messages === 0) return null
  const requests = [
    ...(transactions > 0
      ? [
          transactions === 1
            ? 'one transaction, for which the network takes a fee'
            : 'two transactions, for which the network takes fees',
        ]
      : []),
    ...(messages > 0 ? ['one message to sign, which is free'] : []),
  ]
  return (
    <p className="text-soft text-sm">
      Your wallet will be asked for {requests.join(', and ')}
      {transactions > 0 &&
        `; a wallet on another network asks to switch to ${networkName(setup.chainId)} first`}
      .
    </p>
  )
}

interface StepProps {
  readonly number: number
  readonly title: string
  /** `later`: another step comes first. */
  readonly state: 'done' | 'now' | 'later'
  readonly children?: ReactNode
}

function Step({ number, title, state, children }: StepProps) {
  return (
    <li
      className="border-line grid grid-cols-[auto_minmax(0,1fr)] gap-x-3.5 border-t py-4"
      aria-current={state === 'now' ? 'step' : undefined}
    >
      <StepNumber number={number} isNow={state === 'now'} />
      <h2 className={`self-center font-semibold ${state === 'later' ? 'text-soft' : ''}`}>
        {title} {state === 'done' && <StateMark tone="good">done</StateMark>}
        {state === 'now' && <StateMark tone="warn">next</StateMark>}
      </h2>
      {state !== 'later' && children && (
        <div className="text-soft col-start-2 mt-2 grid gap-3 text-sm">{children}</div>
      )}
    </li>
  )
}
