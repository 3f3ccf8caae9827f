import { type HealthCode, healthAdvice } from './health-advice.ts'

interface OwnerAdvice {
  /** What is wrong for whom, in one sentence. */
  readonly problem: string
  /** What the owner does; of what only the operator can mend, what to ask for. */
  readonly fix: string
  readonly isForOperator: boolean
}

/** What is wrong with a domain, in the words of its owner, who knows no settings and no parts of the service. */
const advice = {
  'database-unavailable': (domain) => ({
    problem: `No name of ${domain} resolves because the service cannot read its data.`,
    ...asking('its database has to be started again'),
  }),
  'signer-missing': (domain) => ({
    problem: `No name of ${domain} resolves because the service has no key that signs for this network.`,
    ...asking('a signing key for this network has to be set'),
  }),
  'signer-failing': (domain) => ({
    problem: `No name of ${domain} resolves because the service cannot sign its answers.`,
    ...asking('the signer of the service has to be started again'),
  }),
  'clock-wrong': (domain) => ({
    problem: `Wallets refuse the names of ${domain} because the clock of the service is wrong.`,
    ...asking('the clock of the service has to be set'),
  }),
  'signer-untrusted': (domain) => ({
    problem: `Wallets refuse the names of ${domain} because its contract does not know the signer of the service.`,
    fix: 'Have the owner of the contract add the signer. The doctor says which one.',
    isForOperator: false,
  }),
  'resolver-missing': (domain) => ({
    problem: `No name of ${domain} resolves because there is no contract where the service expects it.`,
    ...asking('the address of the resolver contract has to be corrected'),
  }),
  'gateway-failing': (domain) => ({
    problem: `No name of ${domain} resolves because the server that answers for them gives no valid answer.`,
    ...asking('the server that answers wallets has to be mended'),
  }),
  'universal-resolver-failing': (domain) => ({
    problem: `Wallets find no name of ${domain} because ENS does not lead to its contract, or rejects its answers.`,
    fix: 'Run the doctor: it shows which step fails, and how to mend it.',
    isForOperator: false,
  }),
  'gateway-partly-failing': (domain) => ({
    problem: `Names of ${domain} resolve slowly because one of the servers that answer for them fails.`,
    ...asking('the server that fails has to be mended or removed'),
  }),
  overloaded: (domain) => ({
    problem: `Some lookups of names of ${domain} are rejected because the service has too much to do.`,
    ...asking('the service needs more processor time'),
  }),
  'domain-elsewhere': (domain) => ({
    problem: `No name of ${domain} resolves here because ${domain} points to another service in ENS.`,
    fix: 'Point it here with one transaction of its owner, which the doctor offers.',
    isForOperator: false,
  }),
  'seal-tree-missing': (domain) => ({
    problem: `Names of ${domain} do not resolve because its contract has a tree of seals that the service does not have.`,
    ...asking('the tree has to be stored from the file of its names and holders'),
  }),
  'domain-expiring': (domain) => ({
    problem: `Names of ${domain} stop resolving with its registration in ENS, which ends within 30 days, or has ended.`,
    fix: 'Renew it in an ENS app: after the grace period another account can register it.',
    isForOperator: false,
  }),
} as const satisfies Partial<Record<HealthCode, (domain: string) => OwnerAdvice>>

/** What a domain can suffer from. */
export type DomainProblemCode = keyof typeof advice

/** Safe: `Object.keys` loses the type of the keys. */
export const domainProblemCodes = Object.keys(advice) as readonly DomainProblemCode[]

function asking(request: string): Omit<OwnerAdvice, 'problem'> {
  return { fix: `Ask the operator of this service: ${request}.`, isForOperator: true }
}

/** An operator, who can do it, reads what to do instead of what to ask for. */
export function adviseOwner(code: DomainProblemCode, domain: string, isOperator: boolean): OwnerAdvice {
  const found: OwnerAdvice = advice[code](domain)
  return found.isForOperator && isOperator ? { ...found, fix: healthAdvice[code].fix } : found
}
