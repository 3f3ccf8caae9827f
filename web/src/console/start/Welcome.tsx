import { Address } from '../ui/Address.tsx'
import { StepNumber } from '../ui/StepNumber.tsx'
import { OpenWorkspaceForm } from './OpenWorkspaceForm.tsx'

interface WelcomeProps {
  /** Whether this wallet may open a workspace; `with-domain`: with a domain that it controls. */
  readonly mayOpen: 'yes' | 'with-domain' | 'no'
  /** Of the wallet that signed in. */
  readonly address: string | null | undefined
}

/** The first screen of a wallet that belongs to no workspace. */
export function Welcome({ mayOpen, address }: WelcomeProps) {
  if (mayOpen === 'no')
    return (
      <div className="grid max-w-prose gap-3">
        <h2 className="text-lg font-semibold">Welcome</h2>
        <p className="text-soft">
          On this service, the operator opens workspaces. Ask for one, or ask the owner of a workspace to add
          you as a member. Both need the address that you signed in with:
        </p>
        {address && (
          <p>
            <Address value={address} />
          </p>
        )}
      </div>
    )
  const steps = [
    {
      title: 'Open a workspace',
      words: 'It holds your domains, keys and members. Nothing is signed, and it costs nothing.',
    },
    {
      title: 'Add your domain',
      words:
        'Your wallet sends one transaction, for which the network takes a fee, and signs one message, which is free.',
    },
    { title: 'Give the first name', words: 'Yours, for example. It resolves within seconds.' },
  ]
  return (
    <div className="grid max-w-5xl gap-x-12 gap-y-8 @4xl:grid-cols-2">
      <div>
        <h2 className="text-lg font-semibold">Welcome</h2>
        <p className="text-soft mt-1">Three steps to names that work in every wallet:</p>
        <ol className="mt-5 grid gap-5">
          {steps.map(({ title, words }, index) => (
            <li key={title} className="grid grid-cols-[auto_minmax(0,1fr)] gap-x-3.5">
              <StepNumber number={index + 1} isNow={index === 0} />
              <div className="pt-0.5">
                <h3 className="font-semibold">{title}</h3>
                <p className="text-soft text-sm">{words}</p>
              </div>
            </li>
          ))}
        </ol>
      </div>
      <OpenWorkspaceForm needsDomain={mayOpen === 'with-domain'} />
    </div>
  )
}
