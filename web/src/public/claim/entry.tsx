import { hydrate } from '../hydrate.tsx'
import { ClaimPage } from './ClaimPage.tsx'

void hydrate(ClaimPage)
