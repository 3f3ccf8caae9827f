import { Button } from '../../ui/Button.tsx'
import { formatCount } from '../../ui/format-number.ts'
import { Notice } from '../../ui/Notice.tsx'
import { Progress } from '../../ui/Progress.tsx'
import { ApiCall } from '../ui/ApiCall.tsx'
import { NothingRead } from './CheckStep.tsx'
import { NextLink } from './NextLink.tsx'
import { countOutcomes, countWritten, describeOutcomes } from './outcomes.ts'
import { ReportButton } from './ReportButton.tsx'
import { ResultTable } from './ResultTable.tsx'
import type { StepProps } from './use-arrival.ts'

/** What was imported stays; what was not is sent when it goes on. */
export function ImportStep({ domain, arrival: state }: StepProps) {
  const { arrival, results, running, start, stop } = state
  if (!arrival) return <NothingRead />
  const imported = results.import.length
  const isDone = arrival.imported === arrival.chunks
  const checked = countOutcomes(results.check)
  const isChecked = arrival.checked === arrival.chunks
  const count = isChecked ? countWritten(checked) : arrival.names
  return (
    <>
      {!isDone && imported === 0 && running !== 'import' && (
        <Notice
          tone={isChecked ? 'good' : 'warn'}
          title={isChecked ? `${describeOutcomes(checked, 'check')}.` : 'The names are not checked yet.'}
        >
          {isChecked
            ? 'All others stay as they are.'
            : 'You can import without a check: what cannot be here is refused, each name with its reason.'}
        </Notice>
      )}
      <div className="grid gap-3">
        {(imported > 0 || running === 'import') && (
          <Progress label={isDone ? 'Rows done' : 'Importing'} value={imported} max={arrival.names} />
        )}
        <div className="flex flex-wrap items-center gap-3">
          {!isDone &&
            (running === 'import' ? (
              <Button onClick={stop}>Stop</Button>
            ) : (
              <Button look="primary" isWaiting={running !== undefined} onClick={() => start('import')}>
                {imported > 0 ? 'Go on' : `Import ${formatCount(count)} ${count === 1 ? 'name' : 'names'}`}
              </Button>
            ))}
          {isDone && <NextLink step="compare" isMain />}
          {imported > 0 && running !== 'import' && (
            <ReportButton phase="import" domain={domain.domain} results={results.import} />
          )}
          {isDone && (
            <p role="status" className="text-soft text-sm">
              Done: {describeOutcomes(countOutcomes(results.import), 'import')}. Sending the same names again
              changes nothing.
            </p>
          )}
        </div>
      </div>
      {imported > 0 && <ResultTable phase="import" domain={domain.domain} results={results.import} />}
      <ApiCall
        method="POST"
        path="/byname/v1/domains/{domain}/import"
        params={{ domain: domain.domain }}
        query={{ chainId: domain.chainId }}
        body={{
          rule: arrival.rule,
          names: [
            {
              label: 'alice',
              state: 'claimed',
              addresses: [{ coinType: 60, address: `0x${'12'.repeat(20)}` }],
            },
          ],
        }}
      />
    </>
  )
}
