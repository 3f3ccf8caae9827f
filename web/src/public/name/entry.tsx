import { hydrate } from '../hydrate.tsx'
import { NamePage } from './NamePage.tsx'

void hydrate(NamePage)
