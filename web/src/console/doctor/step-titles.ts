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

/** The questions, in the order in which they are asked. */
export const stepTitles = Object.values(titles)

/** The code itself for a step that a newer server has. */
export function stepTitle(step: string): string {
  return titles[step] ?? step
}
