import { Button } from '../../ui/Button.tsx'
import { formatCount } from '../../ui/format-number.ts'
import { Notice } from '../../ui/Notice.tsx'
import { CorrectionDialog } from './CorrectionDialog.tsx'
import type { Correction } from './use-correction.ts'

interface CorrectionBarProps {
  readonly domain: string
  readonly correction: Correction
}

/** What was corrected and is not checked yet. */
export function CorrectionBar({ domain, correction }: CorrectionBarProps) {
  const { correctedRows, problem, check } = correction
  const count = correctedRows.size
  return (
    <>
      {problem !== undefined && (
        <Notice tone="bad" title="Nothing was corrected." isLive>
          {problem}
        </Notice>
      )}
      {count > 0 && (
        <Notice
          title={`${formatCount(count)} ${count === 1 ? 'row is' : 'rows are'} corrected, and not checked yet.`}
          isLive
        >
          <Button size="dense" look="primary" onClick={() => check()}>
            Check again
          </Button>
        </Notice>
      )}
      <CorrectionDialog domain={domain} correction={correction} />
    </>
  )
}

/** Opens the first refused row that is not corrected yet. */
export function CorrectButton({ correction }: Pick<CorrectionBarProps, 'correction'>) {
  const { refused, correctedRows, open } = correction
  const left = refused.filter(({ row }) => !correctedRows.has(row))
  const [first] = left
  if (!first) return null
  return (
    <Button onClick={() => open(first.row)}>
      {`Correct ${formatCount(left.length)} ${left.length === 1 ? 'row' : 'rows'}`}
    </Button>
  )
}
