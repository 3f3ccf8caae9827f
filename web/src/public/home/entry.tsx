import { hydrate } from '../hydrate.tsx'
import { HomePage } from './HomePage.tsx'

hydrate(HomePage)
