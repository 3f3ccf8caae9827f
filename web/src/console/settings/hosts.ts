import type { DomainDetails } from '../queries.ts'

export const hostsPath = '/byname/v1/domains/{domain}/hosts'
export const hostPath = `${hostsPath}/{host}` as const

export type DomainOnChain = Pick<DomainDetails['domain'], 'name' | 'chainId'>

export const hostsKey = ({ name, chainId }: DomainOnChain) => ['hosts', chainId, name] as const
