import type { Route } from '../kit.ts'
import { subscriptions } from './subscriptions.ts'

/** Every operation below /byname: those that are Byname's own. */
export const bynameRoutes: readonly Route[] = [...subscriptions]
