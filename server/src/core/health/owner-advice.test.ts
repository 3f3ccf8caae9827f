import { expect, test } from 'vitest'
import { healthAdvice, healthCodes } from './health-advice.ts'
import { adviseOwner, domainProblemCodes } from './owner-advice.ts'

const isSentence = /^[A-Z][^.!?]*(?:[\w:/-]\.[\w][^.!?]*)*\.$/

/** Of whom the sentence speaks. */
const begins =
  /^(?:No name of|Names of|Wallets refuse the names of|Wallets find no name of|Some lookups of names of) acme\.eth /

/** Words of an operator: commands, settings, parts of the service and paths. */
const operatorsOnly = /byname |[A-Z]{3,}_[A-Z]{2,}|POST \/|RPC|KMS|NTP|replica|instance\b|docs\//

test.each(domainProblemCodes)(
  'rule: of %s an owner reads what is wrong for whom, then how to mend it',
  (code) => {
    const { problem, fix, isForOperator } = adviseOwner(code, 'acme.eth', false)
    expect(problem).toMatch(isSentence)
    expect(problem).toMatch(begins)
    expect(`${problem} ${fix}`).not.toMatch(operatorsOnly)
    expect(fix).toMatch(/^[A-Z].*\.$/)
    expect(fix.startsWith('Ask the operator of this service: ')).toBe(isForOperator)
  },
)

test.each(domainProblemCodes)(
  'rule: of %s an operator reads the same problem, and what they can do',
  (code) => {
    const forOwner = adviseOwner(code, 'acme.eth', false)
    const forOperator = adviseOwner(code, 'acme.eth', true)
    expect(forOperator.problem).toBe(forOwner.problem)
    expect(forOperator.fix).toBe(forOwner.isForOperator ? healthAdvice[code].fix : forOwner.fix)
  },
)

test.each(healthCodes)(
  'rule: of %s the problem is one sentence without a setting, and the fix says what to do',
  (code) => {
    const { problem, fix } = healthAdvice[code]
    expect(problem).toMatch(isSentence)
    expect(problem).not.toMatch(/byname |[A-Z]{3,}_[A-Z]{2,}/)
    expect(fix).toMatch(/^(?:[A-Z][a-z]+|Run ANALYZE) .*[.\w-]$/)
  },
)
