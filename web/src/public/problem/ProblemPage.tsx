import { LinkButton } from '../../ui/LinkButton.tsx'
import { NameTitle } from '../../ui/NameTitle.tsx'
import { PageFrame } from '../../ui/PageFrame.tsx'
import { ServiceFoot } from '../../ui/ServiceFoot.tsx'
import type { PageData } from '../page-data.ts'

export function ProblemPage({ status, title, message, name, action }: PageData['problem']) {
  return (
    <PageFrame foot={<ServiceFoot />}>
      {name === undefined ? (
        <>
          <p className="mono text-soft pt-12">{status}</p>
          <h1 className="text-4xl font-semibold tracking-tight">{title}</h1>
        </>
      ) : (
        <>
          <h1 className="pt-12 text-4xl font-semibold tracking-tight sm:text-5xl">
            <NameTitle name={name} />
          </h1>
          <p className="mt-4 text-xl font-medium">{title}</p>
        </>
      )}
      <p className="name-breaks text-soft mt-4 mb-8">{message}</p>
      {action ? (
        <LinkButton look="primary" href={action.href}>
          {action.text}
        </LinkButton>
      ) : (
        <LinkButton href="/">Go to the start</LinkButton>
      )}
    </PageFrame>
  )
}
