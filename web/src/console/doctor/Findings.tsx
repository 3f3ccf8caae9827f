import type { components } from '@byname/sdk/openapi'
import type { ReactNode } from 'react'
import { Notice } from '../../ui/Notice.tsx'
import { useSession } from '../session.ts'
import { StateMark, type Tone } from '../ui/StateMark.tsx'
import { Mending } from './Mending.tsx'
import { stepTitle } from './step-titles.ts'

type Diagnosis = components['schemas']['Diagnosis']
type Finding = Diagnosis['findings'][number]

const marks: Readonly<Record<Finding['status'], { readonly tone: Tone; readonly word: string }>> = {
  ok: { tone: 'good', word: 'Fine' },
  warning: { tone: 'warn', word: 'Warning' },
  failed: { tone: 'bad', word: 'Failed' },
  skipped: { tone: 'neutral', word: 'Left out' },
}

interface FindingsProps {
  readonly diagnosis: Diagnosis
  readonly chainId: number
  readonly onMended: () => void
}

/** What needs mending first, failures before warnings; the steps that passed or were left out are folded. */
export function Findings({
  diagnosis: { subject, status, verdict, findings },
  chainId,
  onMended,
}: FindingsProps) {
  const having = (wanted: Finding['status']) => findings.filter((finding) => finding.status === wanted)
  const [failed, warnings, fine, skipped] = (['failed', 'warning', 'ok', 'skipped'] as const).map(having)
  const toMend = [...(failed ?? []), ...(warnings ?? [])]
  return (
    <div className="grid gap-4">
      <Notice tone={marks[status].tone} title={verdict} isLive />
      {toMend.length > 0 && (
        <Steps
          label="Steps to mend"
          findings={toMend}
          mendingOf={({ step }) => (
            <Mending step={step} subject={subject} chainId={chainId} onMended={onMended} />
          )}
        />
      )}
      <Folded title="fine" findings={fine ?? []} isOpen={toMend.length === 0} />
      <Folded title="left out" findings={skipped ?? []} />
    </div>
  )
}

interface FoldedProps {
  readonly title: string
  readonly findings: readonly Finding[]
  /** At first. */
  readonly isOpen?: boolean
}

function Folded({ title, findings, isOpen = false }: FoldedProps) {
  if (findings.length === 0) return null
  const count = findings.length === 1 ? '1 step' : `${findings.length} steps`
  return (
    <details open={isOpen}>
      <summary className="discloses min-h-8 py-1 font-medium">
        {count} {title}
      </summary>
      <Steps label={`Steps that are ${title}`} findings={findings} />
    </details>
  )
}

interface StepsProps {
  readonly label: string
  readonly findings: readonly Finding[]
  /** What mends a step at once. */
  readonly mendingOf?: (finding: Finding) => ReactNode
}

function Steps({ label, findings, mendingOf }: StepsProps) {
  return (
    <ol aria-label={label}>
      {findings.map((finding) => (
        <FindingRow
          key={`${finding.step} ${finding.asked}`}
          finding={finding}
          mending={mendingOf?.(finding)}
        />
      ))}
    </ol>
  )
}

/** What is wrong, and what mends it: a button before words. What was asked is folded. */
function FindingRow({ finding, mending }: { readonly finding: Finding; readonly mending: ReactNode }) {
  const { step, status, asked, received, problem, fix } = finding
  const isOperator = useSession()?.isOperator === true
  return (
    <li className="border-line grid grid-cols-1 items-start gap-x-4 gap-y-1 border-b py-3 @lg:grid-cols-[7rem_minmax(0,1fr)]">
      <StateMark tone={marks[status].tone}>{marks[status].word}</StateMark>
      <div className="grid min-w-0 grid-cols-1 gap-1.5 text-sm wrap-anywhere">
        <h2 className="name-breaks font-medium">{stepTitle(step)}</h2>
        {problem && <p className="name-breaks">{problem}</p>}
        {mending}
        {fix && (
          <p className="name-breaks">
            <span className="font-medium">To mend it: </span>
            {fix}
          </p>
        )}
        <details className="text-soft">
          <summary className="discloses min-h-8 py-1">What was asked</summary>
          <p className="name-breaks">Asked: {asked}</p>
          {received && <p className="name-breaks">Came back: {received}</p>}
          {isOperator && (
            <p>
              Step: <span className="mono">{step}</span>
            </p>
          )}
        </details>
      </div>
    </li>
  )
}
