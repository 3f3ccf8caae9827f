import { Notice } from '../../ui/Notice.tsx'
import type { BatchProblem } from './use-batch.ts'

const shown = 20

/** What the service refused, name by name. */
export function BatchProblems({ problems }: { readonly problems: readonly BatchProblem[] }) {
  return (
    <Notice
      tone="bad"
      title={problems.length === 1 ? 'It was refused.' : `${problems.length} were refused.`}
      isLive
    >
      <ul>
        {problems.slice(0, shown).map(({ label, message }) => (
          <li key={label}>
            <span className="text-ink font-medium">{label}</span>: {message}
          </li>
        ))}
      </ul>
    </Notice>
  )
}
