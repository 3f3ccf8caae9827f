import { hydrate } from '../hydrate.tsx'
import { NamePage } from './NamePage.tsx'

hydrate(NamePage)
