import type { components } from '../../api/openapi-types.ts'
import { Notice } from '../../ui/Notice.tsx'
import { StateMark, type Tone } from '../ui/StateMark.tsx'

type Diagnosis = components['schemas']['Diagnosis']
type Finding = Diagnosis['findings'][number]

const tones: Readonly<Record<Finding['status'], Tone>> = {
  ok: 'good',
  warning: 'warn',
  failed: 'bad',
  skipped: 'neutral',
}

const summaries = {
  ok: 'Nothing is wrong.',
  warning: 'It works, with a warning.',
  failed: 'Something is broken.',
} as const

/** Each step with what was asked, what came back, and how to mend it. */
export function Findings({ diagnosis: { subject, status, findings } }: { readonly diagnosis: Diagnosis }) {
  return (
    <div className="grid gap-4">
      <Notice tone={tones[status]} title={`${subject}: ${summaries[status]}`} isLive />
      <ol aria-label="Steps">
        {findings.map((finding) => (
          <FindingRow key={`${finding.step} ${finding.asked}`} finding={finding} />
        ))}
      </ol>
    </div>
  )
}

function FindingRow({ finding }: { readonly finding: Finding }) {
  const { step, status, asked, received, problem, fix } = finding
  return (
    <li className="border-line grid items-start gap-x-4 gap-y-1 border-b py-3 sm:grid-cols-[7rem_1fr]">
      <StateMark tone={tones[status]}>{status}</StateMark>
      <div className="min-w-0 text-sm">
        <p className="name-breaks">
          <span className="mono font-medium">{step}</span> <span className="text-soft">{asked}</span>
        </p>
        {received && <p className="text-soft name-breaks">{received}</p>}
        {problem && <p className="name-breaks mt-1 font-medium">{problem}</p>}
        {fix && (
          <p className="name-breaks mt-1">
            <span className="font-medium">To mend it: </span>
            {fix}
          </p>
        )}
      </div>
    </li>
  )
}
