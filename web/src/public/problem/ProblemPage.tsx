import { LinkButton } from '../../ui/LinkButton.tsx'
import { PageFrame } from '../../ui/PageFrame.tsx'
import type { PageData } from '../page-data.ts'

export function ProblemPage({ status, title, message }: PageData['problem']) {
  return (
    <PageFrame>
      <p className="mono text-soft pt-12">{status}</p>
      <h1 className="text-4xl font-semibold tracking-tight">{title}</h1>
      <p className="name-breaks text-soft mt-4 mb-8">{message}</p>
      <LinkButton href="/">Go to the start</LinkButton>
    </PageFrame>
  )
}
