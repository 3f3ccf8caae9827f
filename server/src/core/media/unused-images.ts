import { AppError, type ErrorName } from '../../errors.ts'
import type { NewImage } from '../../store/entities/images.ts'
import {
  beginImageDeletion,
  countImages,
  findNamedImages,
  findUnusedImages,
  registerImage,
  removeImage,
  touchImages,
} from '../../store/entities/images.ts'
import type { CoreContext } from '../context.ts'

/** An upload that no record names is deleted after it. */
export const unusedImageGraceMs = 7 * 86_400_000

/** Of one name or domain. */
export const maxImagesPerName = 50

/** A deletion that takes longer has been interrupted. */
const deletionTimeoutMs = 600_000

const imagesPerPass = 5_000

/** Whether images are named is found by reading all records, so images wait for each other. */
const batchMs = 43_200_000

/**
 * Before the file is stored, so that each file has a row.
 *
 * @throws AppError `LimitReachedException` above `maxImagesPerName`; `ServiceUnavailableException` while the same image is being
 * deleted.
 */
export async function admitImage(
  { store, clock }: CoreContext,
  image: Omit<NewImage, 'usedAt'>,
): Promise<void> {
  await store.db.transaction().execute(async (tx) => {
    const stored = await countImages(tx, image)
    const outcome = await registerImage(tx, { ...image, usedAt: clock() })
    if (outcome === 'deleting')
      throw new AppError('ServiceUnavailableException', 'The same image is being deleted. Retry in 1 second.')
    if (outcome === 'new' && stored >= maxImagesPerName)
      throw new AppError(
        'LimitReachedException',
        `${maxImagesPerName} images of ${image.owner} are stored. Those that no record names are deleted after 7 days.`,
      )
  })
}

admitImage.errors = [
  'LimitReachedException',
  'ServiceUnavailableException',
] as const satisfies readonly ErrorName[]

/**
 * Deletes uploads that have been unused for `unusedImageGraceMs` and that no record names, and returns their number; they may
 * stay half a day longer. A record that is written meanwhile marks its images as used, and the row decides between both.
 */
export async function deleteUnusedImages({ store, clock, media }: CoreContext): Promise<number> {
  const now = clock()
  const { db } = store
  const unused = await findUnusedImages(db, { before: now - unusedImageGraceMs, limit: imagesPerPass })
  const candidates = unused.filter(
    ({ deletingAt }) => deletingAt === null || deletingAt < now - deletionTimeoutMs,
  )
  const [oldest] = candidates
  if (!oldest || oldest.usedAt > now - unusedImageGraceMs - batchMs) return 0
  const named = await findNamedImages(db, new Set(candidates.map(({ name }) => name)))
  if (named.size > 0) await touchImages(db, [...named], now)
  let deleted = 0
  for (const image of candidates) {
    if (named.has(image.name) || !(await beginImageDeletion(db, image, now))) continue
    await media.delete(image.name)
    await removeImage(db, image.name)
    deleted += 1
  }
  return deleted
}
