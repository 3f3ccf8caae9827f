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
    <ol aria-label={`Steps for ${nameText(name)}`}>
      <Step
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
        title="This server has a resolver there"
        state={resolver ? 'done' : isControlled ? 'now' : 'later'}
      >
        {!resolver && <ResolverStep chainId={chainId} />}
      </Step>
      <Step
        title={`${nameText(name)} points to it`}
        state={isConfigured ? 'done' : canPoint ? 'now' : 'later'}
      >
        {!isConfigured && <PointStep setup={setup} />}
      </Step>
      <Step title="This workspace may give names" state={isHere ? 'done' : canOnboard ? 'now' : 'later'}>
        {!isHere && resolver && (
          <OnboardStep setup={setup} workspaceId={workspaceId} resolverId={resolver.id} />
        )}
      </Step>
      <Step title="A first name" state={firstName ? 'done' : isHere && isConfigured ? 'now' : 'later'}>
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
  )
}

interface StepProps {
  readonly title: string
  /** `later`: another step comes first. */
  readonly state: 'done' | 'now' | 'later'
  readonly children?: ReactNode
}

function Step({ title, state, children }: StepProps) {
  return (
    <li className="border-line border-t py-4" aria-current={state === 'now' ? 'step' : undefined}>
      <h2 className={state === 'later' ? 'text-soft font-semibold' : 'font-semibold'}>
        {title} {state === 'done' && <StateMark tone="good">done</StateMark>}
        {state === 'now' && <StateMark tone="warn">next</StateMark>}
      </h2>
      {state !== 'later' && children && <div className="text-soft mt-2 grid gap-3 text-sm">{children}</div>}
    </li>
  )
}
