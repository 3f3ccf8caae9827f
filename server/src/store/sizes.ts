import { dialectOf, type Sizes } from './dialect.ts'
import type { Store } from './open.ts'

/** How much the database holds, about; it costs little enough to ask every few seconds. */
export const readSizes = ({ db }: Pick<Store, 'db'>): Promise<Sizes> => dialectOf(db).sizes(db)
