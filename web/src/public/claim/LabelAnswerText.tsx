import { NameTitle } from '../../ui/NameTitle.tsx'
import type { useLabelAnswer } from './use-label-answer.ts'

interface LabelAnswerTextProps {
  readonly id: string
  readonly answer: ReturnType<typeof useLabelAnswer>
  /** Shown as long as nothing is typed. */
  readonly hint: string
}

/** One line that keeps its place, read out when it changes. */
export function LabelAnswerText({ id, answer, hint }: LabelAnswerTextProps) {
  return (
    <p id={id} aria-live="polite" className="name-breaks mt-2 min-h-6 text-sm">
      <Answer answer={answer} hint={hint} />
    </p>
  )
}

function Answer({ answer, hint }: Omit<LabelAnswerTextProps, 'id'>) {
  switch (answer.kind) {
    case 'none':
      return <span className="text-soft">{hint}</span>
    case 'asking':
      return <span className="text-soft">Looking…</span>
    case 'free':
      return (
        <span className="text-good font-medium">
          <span aria-hidden>✓ </span>Free
        </span>
      )
    case 'kept':
      return <span className="text-good font-medium">Reserved for your wallet: you can accept it.</span>
    case 'taken':
      return (
        <span className="text-bad">
          Taken:{' '}
          <a href={`/n/${encodeURIComponent(answer.name)}`} className="underline underline-offset-4">
            <NameTitle name={answer.name} />
          </a>
        </span>
      )
    case 'refused':
      return <span className="text-bad">{answer.reason}</span>
    case 'failed':
      return <span className="text-warn">{answer.reason}</span>
  }
}
