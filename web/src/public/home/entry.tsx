import { hydrate } from '../hydrate.tsx'
import { HomePage } from './HomePage.tsx'

void hydrate(HomePage)
