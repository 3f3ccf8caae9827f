import { useEffect, useEffectEvent } from 'react'
import { Button } from '../../ui/Button.tsx'
import { formatCount } from '../../ui/format-number.ts'
import { Progress } from '../../ui/Progress.tsx'
import { Empty } from '../ui/Screen.tsx'
import { CorrectButton, CorrectionBar } from './CorrectionBar.tsx'
import { NextLink } from './NextLink.tsx'
import { ReportButton } from './ReportButton.tsx'
import { ResultTable } from './ResultTable.tsx'
import { RuleChoice } from './RuleChoice.tsx'
import type { StepProps } from './use-arrival.ts'
import { useCorrection } from './use-correction.ts'

/** What an import would do. It begins by itself, since nothing is written. */
export function CheckStep({ domain, arrival: state }: StepProps) {
  const { arrival, results, running, error, start, stop, setRule } = state
  const isDone = arrival !== null && arrival !== undefined && arrival.checked === arrival.chunks
  const correction = useCorrection(state, 'check')
  const startOnce = useEffectEvent(() => {
    if (arrival && !isDone && !running && error === undefined) start('check')
  })
  const rule = arrival?.rule
  // biome-ignore lint/correctness/useExhaustiveDependencies: another rule is another check, and so are corrected rows.
  useEffect(() => startOnce(), [arrival?.id, rule, running === 'correcting'])
  if (!arrival) return <NothingRead />
  const checked = results.check.length
  return (
    <>
      <RuleChoice rule={arrival.rule} onChange={running ? () => undefined : setRule} />
      {!isDone && (
        <div className="grid gap-3">
          <Progress label="Checked, nothing is written" value={checked} max={arrival.names} />
          <div>
            {running === 'check' ? (
              <Button onClick={stop}>Stop</Button>
            ) : (
              <Button look="primary" isWaiting={running !== undefined} onClick={() => start('check')}>
                {checked > 0 ? 'Go on' : 'Check the names'}
              </Button>
            )}
          </div>
        </div>
      )}
      {isDone && (
        <div className="flex flex-wrap items-center gap-3">
          {(correction?.correctedRows.size ?? 0) === 0 && <NextLink step="import" isMain />}
          {correction && <CorrectButton correction={correction} />}
          <ReportButton phase="check" domain={domain.domain} results={results.check} />
          <p role="status" className="text-soft text-sm">
            {formatCount(checked)} {checked === 1 ? 'name is' : 'names are'} checked. Nothing is written yet.
          </p>
        </div>
      )}
      {correction && <CorrectionBar domain={domain.domain} correction={correction} />}
      {checked > 0 && (
        <ResultTable phase="check" domain={domain.domain} results={results.check} correction={correction} />
      )}
    </>
  )
}

export function NothingRead() {
  return (
    <Empty title="No names are read yet.">
      <p>Choose where they are now: a file, or a service that still runs.</p>
      <NextLink step="source" title="Choose a source" />
    </Empty>
  )
}
