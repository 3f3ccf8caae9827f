/** The question of each step of the doctor, by its code. */
const titles: Readonly<Record<string, string>> = {
  normalization: 'Is the name valid?',
  chain: 'Is it looked up on the right network?',
  registry: 'Is the domain registered?',
  expiry: 'Is the registration still running?',
  resolver: 'Does a resolver answer for it?',
  'retired-service': 'Is the resolver of a service that still runs?',
  'configured-resolver': 'Is it the resolver of this service?',
  'resolver-interfaces': 'Can the resolver answer for subnames?',
  lookup: 'Does the resolver name its gateways?',
  'gateway-url': 'Is the address of the gateway public?',
  'gateway-answer': 'Does the gateway answer?',
  'gateway-cors': 'Can pages in browsers read the answer?',
  signature: 'Does the resolver accept the signature?',
  'answer-expiry': 'Is the answer valid for a sensible time?',
  'universal-resolver': 'Do current wallets and libraries resolve it?',
  'wildcard-client': 'Do older libraries resolve it?',
  records: 'Does the name have an Ethereum address?',
  instance: 'Does it agree with this service?',
}

/** Of a domain, for its members. */
const ofDomain: Readonly<Record<string, string>> = {
  'anchor-age': 'Would its names go on without this service?',
  'anchor-root': 'Is the published root the one that counts?',
  'anchor-files': 'Do hosts give the files that the contract knows?',
  'anchor-lag': 'Are the files up to date?',
  'seal-trees': 'Can names be proven by the trees of seals?',
  'seal-sets': 'Is what holders of sealed names have signed still valid?',
  'seal-answers': 'Does the contract accept what they have signed?',
}

/** The questions, in the order in which they are asked. */
export const stepTitles = Object.values(titles)

/** As `stepTitles`, of a domain of this service. */
export const domainStepTitles = Object.values(ofDomain)

/** The code itself for a step that a newer server has. */
export function stepTitle(step: string): string {
  return titles[step] ?? ofDomain[step] ?? step
}
