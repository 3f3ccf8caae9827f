import type { Route } from '../route.ts'
import { challenges } from './challenges.ts'
import { domains } from './domains.ts'
import { subscriptions } from './subscriptions.ts'

/** Every operation below /byname/v1: what neither generation of the interface has. */
export const bynameRoutes: readonly Route[] = [...domains, ...challenges, ...subscriptions]
