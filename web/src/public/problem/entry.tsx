import { hydrate } from '../hydrate.tsx'
import { ProblemPage } from './ProblemPage.tsx'

void hydrate(ProblemPage)
